"""What the tests of the Python package share: checks, maps, and the runner. A file of tests is called with
COMMAND MAPS, where COMMAND is `overland`, and prints `ok NAME` or `FAIL NAME: why` for each test, and
`skipped: NAME` where something it needs is missing."""

import json
import os
import random
import subprocess
import sys

from overland import Cell

COMMAND, MAPS = sys.argv[1:3]
TESTS = []
ROOM = ["........", ".@@@@@@.", "........"]


class Skipped(Exception):
    pass


def test(name):
    def add(function):
        TESTS.append((name, function))
        return function
    return add


def same(found, expected):
    assert found == expected, f"found {found!r}, expected {expected!r}"


def raises(kind, words, function, result=None):
    """The call raises exactly this kind, in one line with these words."""
    try:
        function()
    except Exception as error:
        text = str(error)
        assert type(error) is kind, f"{type(error).__name__}: {text}"
        assert words in text and "\n" not in text, f"says {text!r}, not {words!r}"
        if result is not None:
            same(error.result, result)
        return
    raise AssertionError(f"nothing was raised where {words!r} is right")


def map_path(name):
    return os.path.join(MAPS, name)


def random_ends(world, count, seed):
    chance = random.Random(seed)
    found = []
    while len(found) < 2 * count:
        cell = Cell(chance.randrange(world.describe().width), chance.randrange(world.describe().height))
        if world.weight(cell):
            found.append(cell)
    return list(zip(found[::2], found[1::2]))


def asked(*arguments):
    return json.loads(subprocess.run([COMMAND, "path", *arguments, "--json"], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE).stdout)


def run(file):
    """Runs the tests of a file, and ends the program."""
    code = 0
    for name, function in TESTS:
        try:
            function()
            print(f"ok {name}")
        except Skipped as why:
            print(f"skipped: {name}: {why}")
        except Exception as error:
            line = error.__traceback__
            while line.tb_next and line.tb_next.tb_frame.f_code.co_filename == file:
                line = line.tb_next
            print(f"FAIL {name}: line {line.tb_lineno}: {type(error).__name__}: {error}")
            code = 1
    sys.exit(code)
