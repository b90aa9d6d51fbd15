"""The atlas: every position of large boards, solved by compiled code."""

from numbergame._extras import extra

with extra("compiled"):
    from numbergame.atlas.table import Atlas, atlas, counts_to_64

__all__ = ["Atlas", "atlas", "counts_to_64"]
