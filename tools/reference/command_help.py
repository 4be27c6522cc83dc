"""Reads what `overland --help` and `overland COMMAND --help` print, which the tables of options make."""

import re
import subprocess


class CommandHelp:
    """The help of one command: usage lines, blocks of text, options, examples."""

    def __init__(self, name, text):
        self.name = name
        blocks = text.strip("\n").split("\n\n")
        self.usage = [line.removeprefix("usage:").strip() for line in blocks[0].splitlines()]
        self.examples = [line.strip() for line in blocks[-1].splitlines()[1:]]
        self.options = read_options(blocks[-2])
        self.text = blocks[1:-2]
        self.choices = read_choices(blocks[0])


def read_options(block):
    """The rows of a table of options, each with its name, value ("" if it has none) and help."""
    rows = []
    for line in block.splitlines():
        row = re.match(r"  (\S.*?)(?:  +(\S.*))?$", line)
        if row and not line.startswith(" " * 10):
            name, _, value = row[1].partition(" ")
            rows.append({"name": name, "value": value, "help": row[2] or ""})
        else:
            rows[-1]["help"] = f'{rows[-1]["help"]} {line.strip()}'.strip()
    return rows


def read_choices(usage):
    """What an option may be, where the usage lists it: {"--smooth": ["none", "grid", "any"]}."""
    return {name: values.split("|")
            for name, values in re.findall(r"(--[a-z-]+) ([a-z]+(?:\|[a-z]+)+)", usage)}


def command_summaries(text):
    """The commands that `overland --help` lists, with a few words on each."""
    return dict(re.findall(r"^  ([a-z]+) +(.*)$", text.split("Example")[0], re.MULTILINE))


def read_commands(overland):
    """(words on each command, their helps, the text of `overland --help`)."""
    def said(*arguments):
        return subprocess.run([overland, *arguments, "--help"], check=True, capture_output=True,
                              text=True).stdout
    text = said()
    summaries = command_summaries(text)
    return summaries, [CommandHelp(name, said(name)) for name in summaries], text


def takes_file(value):
    """Whether a value or argument is the name of a file or folder."""
    return bool(re.search(r"FILE|MAP|PART|OUT|OLD|WORLD|FOLDER", value))
