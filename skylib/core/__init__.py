"""What all games share: hexes, dice, rules and rulings, records, the game protocol.

Nothing in here knows a game or draws a picture.
"""
