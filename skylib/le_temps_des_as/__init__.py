"""Le Temps des As (The Age of Aces): dogfights by resource points and manoeuvres.

The rooms follow the rulebook's chapters; ``game`` alone knows them all.
"""
