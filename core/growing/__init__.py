"""A proof-state tree from what somebody says of each substep, with every impossibility kept and told (METHOD 2)."""

from .fields import NamedPremise, NewEntry, Opens, RunningContext, UnitFields
from .growth import Growth, grow_from_fields
from .reading import fields_of_tree

__all__ = [
    "Growth",
    "NamedPremise",
    "NewEntry",
    "Opens",
    "RunningContext",
    "UnitFields",
    "fields_of_tree",
    "grow_from_fields",
]
