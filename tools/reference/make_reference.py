#!/usr/bin/env python3
"""Writes the manual page and the completions of shells, from the help of the command:

    python3 tools/reference/make_reference.py OVERLAND [--check]

and, with --html FILE, the reference of the library as one page. --check says which of the files beside this
one are not current, and ends with 1."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from command_help import read_commands
from completions import bash, fish, zsh
from html_page import html_page
from man_page import man_page

USAGE = "usage: python3 tools/reference/make_reference.py OVERLAND [--check | --html FILE]"


def written_files(overland):
    """The files beside this one: their names and texts."""
    summaries, commands, text = read_commands(overland)
    version = subprocess.run([overland, "--version"], check=True, capture_output=True,
                             text=True).stdout.split()[-1]
    return {
        "overland.1": man_page(version, summaries, commands, text),
        "overland.bash": bash(summaries, commands),
        "_overland": zsh(summaries, commands),
        "overland.fish": fish(summaries, commands),
    }


def read_text(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_text(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(arguments):
    if len(arguments) == 3 and arguments[1] == "--html":
        write_text(arguments[2], html_page())
        return 0
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--check"]):
        print(USAGE, file=sys.stderr)
        return 2
    stale = 0
    for name, text in written_files(arguments[0]).items():
        path = os.path.join(HERE, name)
        if arguments[1:] == ["--check"]:
            if read_text(path) != text:
                print(f"reference: {name} is not current: make_reference.py writes it")
                stale = 1
        else:
            write_text(path, text)
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
