"""Replays the log of `overland simulate --log` over its map, and believes nothing of it.

    python3 tests/check_battle.py MAP LOG [TICKS]

MAP is a MovingAI map in which `.`, `G` and `S` are open, bodies are one cell and both cells beside
a diagonal step must be open; or of `type hexagons axial`, where nothing lies beside a step. Each tick's rocks come first; then each move must be the only one of
its unit, one step long, and legal among the rocks of that moment; it must enter a cell on which
nobody stands, and two units must not change places. Ends with the first thing that is wrong.
"""

import sys


def read_map(path):
    head, rows = open(path).read().split("map\n", 1)
    fields = dict(line.split(None, 1) for line in head.splitlines())
    rows = rows.splitlines()[: int(fields["height"])]
    cells = [[letter in ".GS" for letter in row[: int(fields["width"])]] for row in rows]
    return cells, fields.get("type") == "hexagons axial"


class Battle:
    def __init__(self, rows, hexagonal):
        self.rows = rows
        self.hexagonal = hexagonal
        self.rocks = set()
        self.places = {}  # of units
        self.holders = {}  # of cells
        self.moved = {}  # in this tick: where from
        self.tick = 0
        self.units_began = False
        self.counts = {"lines": 0, "moves": 0, "fallen": 0, "cleared": 0}

    def is_open(self, cell):
        x, y = cell
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])
        return inside and self.rows[y][x] and cell not in self.rocks

    def rock(self, cell, falls):
        assert not self.units_began, "a rock after a move of its tick"
        if falls:
            assert self.is_open(cell), f"a rock falls on {cell}, which is not open"
            assert cell not in self.holders, f"a rock falls on unit {self.holders.get(cell)}"
            self.rocks.add(cell)
        else:
            assert cell in self.rocks, f"a rock goes from {cell}, where none lies"
            self.rocks.remove(cell)
        self.counts["fallen" if falls else "cleared"] += 1

    def step(self, unit, cell):
        old = self.places[unit]
        dx, dy = cell[0] - old[0], cell[1] - old[1]
        assert max(abs(dx), abs(dy)) == 1, f"unit {unit} goes from {old} to {cell}"
        assert unit not in self.moved, f"unit {unit} moves twice"
        if self.hexagonal:
            assert dx != dy, f"unit {unit} goes from {old} to {cell}, which is no neighbour"
        elif dx != 0 and dy != 0:
            for beside in ((old[0] + dx, old[1]), (old[0], old[1] + dy)):
                assert self.is_open(beside), f"unit {unit} cuts the corner {beside}"
        self.moved[unit] = old
        del self.holders[old]
        self.counts["moves"] += 1

    def unit(self, unit, cell):
        self.units_began = True
        assert self.is_open(cell), f"unit {unit} enters {cell}, which is not open"
        assert cell not in self.holders, f"units {unit} and {self.holders.get(cell)} share {cell}"
        if unit in self.places:
            self.step(unit, cell)
        else:
            assert self.tick == 0, f"unit {unit} appears late"
        self.places[unit] = cell
        self.holders[cell] = unit

    def end_tick(self):
        entered = {self.places[unit]: unit for unit in self.moved}
        for unit, old in self.moved.items():
            other = entered.get(old)
            swapped = other is not None and self.moved[other] == self.places[unit]
            assert not swapped, f"units {unit} and {other} change places"
        self.moved = {}
        self.units_began = False

    def take(self, line):
        words = line.split()
        tick = int(words[0])
        assert tick >= self.tick, "ticks go back"
        if tick > self.tick:
            self.end_tick()
            self.tick = tick
        if words[1] == "rock":
            self.rock((int(words[2]), int(words[3])), {"1": True, "0": False}[words[4]])
        else:
            self.unit(int(words[1]), (int(words[2]), int(words[3])))
        self.counts["lines"] += 1


def main():
    battle = Battle(*read_map(sys.argv[1]))
    for number, line in enumerate(open(sys.argv[2]), 1):
        try:
            battle.take(line)
        except (AssertionError, IndexError, KeyError, ValueError) as error:
            sys.exit(f"{sys.argv[2]}:{number}: {line.strip()!r}: {error}")
    battle.end_tick()
    if len(sys.argv) > 3 and battle.tick > int(sys.argv[3]):
        sys.exit(f"{sys.argv[2]} goes on to tick {battle.tick}")
    print(f"{len(battle.places)} units", *(f"{count} {what}" for what, count in battle.counts.items()))


main()
