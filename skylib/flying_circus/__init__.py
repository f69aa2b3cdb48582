"""Flying Circus (SPI, 1972): the introductory and the standard game.

One module for each chapter of the rulebook; `game` alone knows them all.
"""
