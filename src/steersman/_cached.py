"""`cached_property` with a lock for each object.

That of Python 3.11 has one lock for all objects of a class: while a value is computed for one
person, everybody else waits for theirs. That of Python 3.12 has none: fifty people who ask the same
shared object at once compute the value fifty times.
"""

from __future__ import annotations

from threading import Lock, RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:  # noqa: N801  (it stands in for that of the standard library)
        """A property whose value is computed once for each object and kept.

        >>> class Square:
        ...     side = 3
        ...
        ...     @cached_property
        ...     def area(self):
        ...         return self.side**2
        >>> square = Square()
        >>> square.area, vars(square)
        (9, {'area': 9})
        """

        def __init__(self, compute: Any) -> None:
            self.compute = compute
            self.__doc__ = compute.__doc__
            # The lock of each object whose value is being computed.
            self.lock = Lock()
            self.under_way: dict[int, RLock] = {}

        def __set_name__(self, _owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, _owner: type | None = None) -> Any:
            if instance is None:
                return self
            kept = instance.__dict__
            with self.lock:
                own = self.under_way.setdefault(id(instance), RLock())
            with own:
                # Under the name of the property: the next time it is found before this is asked.
                if self.name not in kept:
                    kept[self.name] = self.compute(instance)
            with self.lock:
                self.under_way.pop(id(instance), None)
            return kept[self.name]


__all__ = ["cached_property"]
