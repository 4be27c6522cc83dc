#!/usr/bin/env python3
"""Writes the manual page and the completions of shells into a folder, from the help of the command:

    python3 tools/reference/make_reference.py OVERLAND FOLDER

and the reference of the library as one page:

    python3 tools/reference/make_reference.py --html FILE"""

import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from command_help import read_commands
from completions import bash, fish, zsh
from html_page import html_page
from man_page import man_page

USAGE = "usage: python3 tools/reference/make_reference.py OVERLAND FOLDER | --html FILE"


def write_text(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(arguments):
    if len(arguments) != 2:
        print(USAGE, file=sys.stderr)
        return 2
    overland, out = arguments
    if overland == "--html":
        write_text(out, html_page())
        return 0
    overland = os.path.abspath(overland)
    summaries, commands, text = read_commands(overland)
    said = subprocess.run([overland, "--version"], check=True, capture_output=True, text=True).stdout
    write_text(os.path.join(out, "overland.1"), man_page(said.split()[-1], summaries, commands, text))
    for name, completions in (("overland.bash", bash), ("_overland", zsh), ("overland.fish", fish)):
        write_text(os.path.join(out, name), completions(summaries, commands))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
