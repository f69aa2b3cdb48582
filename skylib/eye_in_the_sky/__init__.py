"""Eye in the Sky, by Carl de Visser: 2 to 4 pilots race to photograph a battlefield."""
