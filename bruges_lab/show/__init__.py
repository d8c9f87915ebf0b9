"""Pictures of the game, for notebooks, pages and terminals. Imported where something is drawn, never by `import bruges_lab`."""

from .position import position_svg
from .terminal import position_text

__all__ = ["position_svg", "position_text"]
