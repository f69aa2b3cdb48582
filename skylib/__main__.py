"""``python -m skylib``, the same as the command ``skylib``."""

from __future__ import annotations

import sys

from skylib.command.run import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
