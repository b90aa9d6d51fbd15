"""The atlas: every position of large boards, solved by compiled code."""

from numbergame._extras import extra

with extra("compiled"):
    from numbergame.atlas.needs import forecast
    from numbergame.atlas.table import Atlas, atlas, count_positions, known_counts

__all__ = ["Atlas", "atlas", "count_positions", "forecast", "known_counts"]
