"""What the Lua binding has of the calls: their plans as a table, how LuaJIT passes their values, and the
functions of the module in C that Lua 5.4 needs for each of them."""

import json

from call_plans import Plans, bare, excluded, plans_of
from lua_declarations import declare


def lua_text(value):
    """Plain data as Lua; null is a variable."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{lua_text(key)}] = {lua_text(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(map(lua_text, value)) + "}"
    return str(value)


def passed_as(plans, text, name=""):
    """How a value goes between Lua and C: p a pointer, s:STRUCT, f:CALLBACK, u64, id, or n, another number."""
    kind = plans.type_of(text, name)
    if text.rstrip().endswith("*") or "(*)" in text:
        return "p"
    if bare(text) in plans.callbacks:
        return f"f:{bare(text)}"
    if kind.startswith("struct:"):
        return f"s:{kind[7:]}"
    return kind if kind in ("u64", "id") else "v" if kind == "void" else "n"


def signatures(data):
    plans = Plans(data)
    found = {}
    for each in [*data["functions"], *data["callbacks"]]:
        if not excluded(each["name"]):
            given = [passed_as(plans, parameter["type"], parameter["name"]) for parameter in each["parameters"]]
            found[each["name"]] = [passed_as(plans, each["returns"], each["name"]), *given]
    return found


def plans_of_lua(data):
    plans = {**plans_of(data), "signatures": signatures(data)}
    parts = [f"  {name} = {lua_text(value)}," for name, value in plans.items()]
    return "\n".join(["-- What each call takes and gives: tools/api/call_plans.py.", "return {", *parts, "}", ""])


# ---- The module in C ----


def argument(how, kind, at):
    if how.startswith("s:"):
        return f"*(const {how[2:]} *)address_argument(lua, {at})"
    if how.startswith("f:"):
        return f"({kind})(uintptr_t)luaL_checkinteger(lua, {at})"
    if how == "p":
        return f"({kind})address_argument(lua, {at})"
    if how == "u64":
        return f"u64_argument(lua, {at})"
    return f"luaL_checkinteger(lua, {at}) != 0" if kind == "bool" else f"({kind})luaL_checkinteger(lua, {at})"


def push(how, value):
    if how == "p":
        return f"lua_pushinteger(lua, (lua_Integer)(uintptr_t){value});"
    if how in ("u64", "id"):
        return f"push_{how}(lua, {value});"
    return f"lua_pushinteger(lua, (lua_Integer){value});"


def function_lines(each, how):
    name, first = each["name"], 2 if how[0].startswith("s:") else 1
    given = ", ".join(argument(of, parameter["type"], at)
                      for at, (of, parameter) in enumerate(zip(how[1:], each["parameters"]), first))
    lines = [f"static int call_{name}(lua_State *lua) {{", "  enter(lua);"]
    if how[0].startswith("s:"):
        lines += [f"  *({how[0][2:]} *)address_argument(lua, 1) = {name}({given});", "  return 0;"]
    elif how[0] == "v":
        lines += [f"  {name}({given});", "  return 0;"]
    else:
        lines += [f"  {push(how[0], f'{name}({given})')}", "  return 1;"]
    return [*lines, "}", ""]


def callback_lines(each, how):
    name = each["name"]
    returned = "address_argument(lua, -1)" if how[0] == "p" else "lua_tointeger(lua, -1)"
    kind = each["returns"]
    value = f"{returned} != 0" if kind == "bool" else f"({kind}){returned}"
    lines = [f"static {kind} answer_{name}({', '.join(map(declare, each['parameters']))}) {{",
             "  lua_State *lua = begin_answer(user);"]
    lines += [f"  {push(of, parameter['name'])}" for of, parameter in zip(how[2:], each["parameters"][1:])]
    lines += [f"  lua_call(lua, {len(each['parameters']) - 1}, 1);", f"  const {kind} answer = {value};",
              "  lua_pop(lua, 1);", "  return answer;", "}", ""]
    return [line.replace("const const", "const") for line in lines]


def core_calls(data):
    how = signatures(data)
    lines = ["/* Written by tools/bindings/packages.py from the public headers; read by overland_core.c. */"]
    functions = [each for each in data["functions"] if not excluded(each["name"])]
    for each in functions:
        lines += function_lines(each, how[each["name"]])
    for each in data["callbacks"]:
        lines += callback_lines(each, how[each["name"]])
    lines += ["static const luaL_Reg functions[] = {"]
    lines += [f'    {{"{each["name"]}", call_{each["name"]}}},' for each in functions]
    lines += ["    {NULL, NULL}};", "", "static const core_answer answers[] = {"]
    lines += [f'    {{"{each["name"]}", (uintptr_t)answer_{each["name"]}}},' for each in data["callbacks"]]
    lines += ["    {NULL, 0}};", "", "static const core_place places[] = {"]
    for struct in data["structs"]:
        if not struct.get("opaque"):
            name = struct["name"]
            lines.append(f'    {{"{name}", NULL, sizeof({name})}},')
            lines += [f'    {{"{name}", "{field["name"]}", offsetof({name}, {field["name"]})}},' for field in struct["fields"]]
    return "\n".join([*lines, "    {NULL, NULL, 0}};", ""])
