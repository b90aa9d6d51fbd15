"""Instructions of the processor that Python has not, for the compiled code of atlas and Sylver Coinage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _instruction(emit: Callable[[Any, Any], Any]) -> Callable[[np.uint64], np.uint64]:
    """Return an instruction on a uint64 as a function for compiled code."""

    def typed(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.uint64(types.uint64), generate

    return cast(Callable[[np.uint64], np.uint64], intrinsic(typed))


ones = _instruction(lambda builder, word: builder.ctpop(word))
"""The number of ones in a word."""
leading_zeros = _instruction(lambda builder, word: builder.ctlz(word, ir.Constant(ir.IntType(1), 0)))
"""The number of zeros above the highest one; 64 for 0."""
