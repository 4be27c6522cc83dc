"""The statements as C#, for csharp_statements/Statements.cs: python3 csharp_table.py STATEMENTS API."""

import json
import sys


def text(value):
    if isinstance(value, dict):
        return "new D { " + ", ".join(f"{{ {json.dumps(key)}, {text(each)} }}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "new L { " + ", ".join(map(text, value)) + " }"
    return json.dumps(value)


def main(statements, api):
    with open(statements, encoding="utf-8") as file:
        steps = json.load(file)
    with open(api, encoding="utf-8") as file:
        names = [each["name"][4:] for each in json.load(file)["functions"]]
    names = [name for name in names if not name.startswith("publisher_") and not name.endswith("_destroy") and
             name not in ("world_close", "planner_bytes", "flow_bytes")]
    print("public static class Table\n{")
    print(f"    public static readonly L All = {text(steps)};")
    print(f"    public static readonly string[] Calls = {{ {', '.join(map(json.dumps, names))} }};\n}}")


if __name__ == "__main__":
    main(*sys.argv[1:])
