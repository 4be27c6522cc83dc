"""Completion of commands, options and their values for bash, zsh and fish."""

from command_help import takes_file

HEAD = "# Written by tools/reference/make_reference.py from the help of the command.\n"


def flags_of(command):
    return [option for option in command.options if option["name"].startswith("-")]


# ---- bash ----

def bash_values(command):
    """The lines of a case for the values of a command's options."""
    lines = []
    for option in flags_of(command):
        choices = command.choices.get(option["name"])
        if choices:
            lines.append(f'    {command.name},{option["name"]}) COMPREPLY=($(compgen -W "{" ".join(choices)}"'
                         f' -- "$word")); return ;;')
        elif option["value"] and not takes_file(option["value"]):
            lines.append(f'    {command.name},{option["name"]}) return ;;')
    return lines


def bash(summaries, commands):
    words = [f'    {command.name}) words="{" ".join(o["name"] for o in flags_of(command))}" ;;'
             for command in commands]
    values = [line for command in commands for line in bash_values(command)]
    return HEAD + "\n".join([
        "_overland() {",
        '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words',
        "  COMPREPLY=()",
        "  if [ \"$COMP_CWORD\" = 1 ]; then",
        f'    COMPREPLY=($(compgen -W "{" ".join(summaries)} --help --version" -- "$word"))',
        "    return",
        "  fi",
        '  case $command,$before in',
        *values,
        "  esac",
        '  case $word in',
        '  -*) ;;',
        '  *) COMPREPLY=($(compgen -f -- "$word")); return ;;',
        "  esac",
        "  case $command in",
        *words,
        "  esac",
        '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
        "}",
        "complete -o filenames -F _overland overland",
    ]) + "\n"


# ---- zsh ----

def zsh_quote(text):
    return text.replace("\\", "\\\\").replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_option(command, option):
    text = f'{option["name"]}[{zsh_quote(option["help"])}]'
    if option["value"]:
        choices = command.choices.get(option["name"])
        action = f'({" ".join(choices)})' if choices else "_files" if takes_file(option["value"]) else " "
        text += f':{zsh_quote(option["value"])}:{action}'
    return f"      '{text}' \\"


def zsh(summaries, commands):
    lines = ["#compdef overland", HEAD.strip(), "", "_overland() {", "  local -a commands", "  commands=("]
    lines += [f"    '{name}:{zsh_quote(words)}'" for name, words in summaries.items()]
    lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe command commands", "    return", "  fi",
              "  local command=$words[2]", "  shift words", "  (( CURRENT-- ))", "  case $command in"]
    for command in commands:
        lines.append(f"  {command.name})")
        lines.append("    _arguments -S \\")
        lines += [zsh_option(command, option) for option in flags_of(command)]
        lines += ["      '*:file:_files'", "    ;;"]
    lines += ["  esac", "}", "", '_overland "$@"']
    return "\n".join(lines) + "\n"


# ---- fish ----

def fish_quote(text):
    return text.replace("\\", "\\\\").replace("'", "\\'")


def fish_option(command, option):
    name = option["name"]
    parts = ["complete -c overland", f"-n '__fish_seen_subcommand_from {command.name}'"]
    parts.append(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}")
    choices = command.choices.get(name)
    if choices:
        parts.append(f"-x -a '{' '.join(choices)}'")
    elif option["value"]:
        parts.append("-r" if takes_file(option["value"]) else "-x")
    parts.append(f"-d '{fish_quote(option['help'])}'")
    return " ".join(parts)


def fish(summaries, commands):
    lines = [HEAD.strip()]
    lines += [f"complete -c overland -n __fish_use_subcommand -f -a {name} -d '{fish_quote(words)}'"
              for name, words in summaries.items()]
    lines += [fish_option(command, option) for command in commands for option in flags_of(command)]
    return "\n".join(lines) + "\n"
