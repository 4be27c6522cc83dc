"""The manual page, in the macros that `man` reads."""

import re


def roff(text):
    """Text without anything that the macros would take for their own."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def paragraph(block):
    """A block of help: prose, or lines that stay as they are."""
    if any(line.startswith("  ") for line in block.splitlines()):
        return f".PP\n.nf\n{roff(block)}\n.fi\n"
    return f".PP\n{roff(block)}\n"


def option_entry(option):
    name = f'\\fB{roff(option["name"])}\\fR'
    value = f' \\fI{roff(option["value"])}\\fR' if option["value"] else ""
    return f".TP\n{name}{value}\n{roff(option['help'])}\n"


def command_section(summary, command):
    parts = [f".SS overland {command.name}\n{roff(summary)}.\n.PP\n.nf\n"]
    parts += [f"{roff(line)}\n" for line in command.usage]
    parts.append(".fi\n")
    parts += [paragraph(block) for block in command.text]
    parts += [option_entry(option) for option in command.options]
    parts.append(".PP\nExamples:\n.PP\n.nf\n" + "".join(f"  {roff(line)}\n" for line in command.examples))
    parts.append(".fi\n")
    return "".join(parts)


def man_page(version, summaries, commands, text):
    blocks = text.strip().split("\n\n")
    codes = next(block for block in blocks if block.startswith("Exit codes"))
    return "".join([
        '.\\" Written by tools/reference/make_reference.py from the help of the command.\n',
        f'.TH OVERLAND 1 "" "Overland {version}" "User commands"\n',
        ".SH NAME\noverland \\- paths on grid worlds too large for one search\n",
        ".SH SYNOPSIS\n.B overland\n.I COMMAND\n.RI [ OPTION ]...\n",
        ".SH DESCRIPTION\n",
        "A tool bakes a map once into a world: it cuts it into regions and builds a graph of waypoints\n"
        "between them. A query then plans across regions, and refines the way near the unit.\n",
        *[f".TP\n\\fB{name}\\fR\n{roff(words)}\n" for name, words in summaries.items()],
        ".SH COMMANDS\n",
        *[command_section(summaries[command.name], command) for command in commands],
        f'.SH EXIT STATUS\n{roff(codes.removeprefix("Exit codes: ").strip())}\n',
    ])
