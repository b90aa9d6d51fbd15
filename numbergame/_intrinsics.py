"""What the compiled code of the atlas and of Sylver Coinage shares: how it is compiled, and instructions.

A compiled kernel stays in one file with all that it calls but this file: the machine code that numba keeps on
disk is made anew when its own file changes, not when another does.  So delete `__pycache__` of both kernels
after a change here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, config
from numba.extending import intrinsic

if cast(Any, config).DISABLE_JIT:
    raise ImportError("this needs compiled code: unset NUMBA_DISABLE_JIT")

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function, **options: bool) -> Function:
    """Compile `function` at its first call, and keep the machine code on disk if there is a folder for it.

    options: more options of `numba.njit`.
    """
    compile_and_keep = cast(Any, njit)(cache=True, nogil=True, **options)
    compile_only = cast(Any, njit)(nogil=True, **options)
    try:
        return cast(Function, compile_and_keep(function))
    except RuntimeError:  # neither the folder of the package nor that of the user can be written
        return cast(Function, compile_only(function))


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


def _prefetch(typing_context: Any, array: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        integer = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, integer, integer, integer])
        instruction = cast(Any, cgutils).get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(instruction, [address, integer(0), integer(3), integer(1)])  # to read, to keep, data
        return context.get_dummy_value()

    return types.void(array, place), generate


prefetch = cast(Callable[[Any, np.uint64], None], intrinsic(_prefetch))
"""Ask memory for a place of an array that is soon needed, and do not wait for it."""
