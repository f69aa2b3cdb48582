"""The boards and scenes of `boards.py` are shared with the browser tests and benchmarks."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
