"""The names that enums and structs have in languages with classes."""

import os
import re


def class_name(name):
    """A C name as that of a class: ovl_unit_state is UnitState."""
    return "".join(word.capitalize() for word in name.replace("ovl_", "").split("_"))


def enum_values(enum):
    """The values of an enum, each with its name without what all have in common; not their count."""
    values = [each for each in enum["values"] if not each["name"].endswith("_COUNT")]
    prefix = re.match(r".*_", os.path.commonprefix([each["name"] for each in values]))[0]
    return [(value["name"].replace(prefix, "", 1), value) for value in values]
