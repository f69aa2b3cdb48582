"""Computer players, one file a game; each offers ``choose(game) -> move``."""
