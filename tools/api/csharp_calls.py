"""The class Api of the C# binding: calls of the library by their names, with structs as classes. A call whose objects
have classes of their own (World, Flow, ...) takes those; what makes such objects is left to them."""

from call_plans import plans_of, releases
from class_names import class_name
from csharp_declarations import HEAD, SEEN, Types, csharp_name

NUMBERS = {"i8": "sbyte", "u8": "byte", "i16": "short", "u16": "ushort", "i32": "int", "u32": "uint", "i64": "long",
           "u64": "ulong", "id": "ulong", "size": "ulong", "bool": "bool", "text": "string"}
NATIVE = {"size": "UIntPtr", "bool": "byte"}
# Classes written by hand that open and make these.
OWN = ("ovl_world", "ovl_planner", "ovl_units", "ovl_flow")
HELD = ("ovl_path", "ovl_route", "ovl_governor")


def pascal(name):
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def local(name):
    made = pascal(name)
    return csharp_name(made[0].lower() + made[1:])


def of_kind(kind):
    """The type of a value."""
    form, _, name = kind.partition(":")
    if form == "struct":
        return SEEN.get(name, class_name(name))
    if form == "handle":
        return class_name(name)
    return class_name(name) if form == "enum" else NUMBERS[kind]


def native(kind):
    form, _, name = kind.partition(":")
    return SEEN.get(name, name) if form == "struct" else NATIVE.get(kind) or of_kind(kind)


def is_class(kind):
    return kind.startswith("struct:") and kind[7:] not in SEEN


def to_native(kind, value):
    return {"bool": f"(byte)({value} ? 1 : 0)", "size": f"(UIntPtr){value}", "text": f"frame.Text({value})"}.get(kind, value)


def from_native(kind, value):
    """A value, of one that lies in memory."""
    if is_class(kind):
        return f"{of_kind(kind)}.Of(&{value})"
    return {"bool": f"{value} != 0", "size": f"(ulong){value}", "text": f"Frame.TextAt({value})"}.get(kind, value)


# ---- Structs ----


def field_type(form, kind, rest):
    if form in ("value", "one", "handle"):
        return of_kind(kind)
    if form in ("list", "data", "array"):
        return None if form == "array" and kind != "u8" else f"{of_kind(kind)}[]"
    if form == "held":
        return f"Held{class_name(kind[7:])}"
    if form == "call":
        return class_name(kind)
    return {"chars": "string", "bytes": "byte[]"}.get(form)


def pack_lines(name, form, kind, rest):
    to, value = f"to->{csharp_name(name)}", pascal(name)
    if form == "value":
        return [f"{value}?.Pack(frame, &{to});"] if is_class(kind) else [f"{to} = {to_native(kind, value)};"]
    if form == "one":
        return [f"if ({value} != null)", "{", f"    {to} = ({native(kind)}*)frame.Take(sizeof({native(kind)}));",
                f"    {value}.Pack(frame, {to});", "}"]
    if form == "handle":
        return [f"{to} = frame.Hold({value});"]
    if form == "held":
        return [f"{to} = {value} == null ? null : frame.Use({value}).Pointer;"]
    if form == "chars":
        return [f'frame.Chars({value}, (byte*){to}, {rest[0]}, "{name}");']
    if form == "array":
        return [f'frame.Bytes({value}, {to}, {rest[0]}, "{name}");']
    if form == "bytes":
        return [f"{to} = frame.Copy({value});", f"to->{rest[0]} = (ulong)({value}?.Length ?? (int)to->{rest[0]});"]
    if form == "list":
        return [*list_lines(kind, value, to), f"to->{rest[0]} = {'(UIntPtr)(ulong)' if rest[1] == 'size' else ''}({value}?.Length ?? 0);"]
    if form == "data":
        needed = "frame.Sent" if rest[0] == ["sent"] else " * ".join(f"(long){pascal(each)}" for each in rest[0])
        return [f'frame.Items({value}, {needed}, "{name}");', *list_lines(kind, value, to)]
    return [f"if ({value} != null)", "{", f"    {to} = frame.Callback({value}, on{class_name(kind)}, out to->{rest[0]});", "}"]


def list_lines(kind, value, to):
    """Copies an array to memory that `to` becomes."""
    size = f"sizeof({native(kind)})"
    step = f"{value}[i].Pack(frame, &packed[i]);" if is_class(kind) else f"packed[i] = {to_native(kind, f'{value}[i]')};"
    return [f"if ({value} != null)", "{", f"    var packed = ({native(kind)}*)frame.Take({value}.Length * {size});",
            f"    for (int i = 0; i < {value}.Length; i++)", "    {", f"        {step}", "    }", f"    {to} = packed;", "}"]


def unpack_line(name, form, kind, rest):
    value = f"from->{csharp_name(name)}"
    if form == "value":
        return f"{pascal(name)} = {from_native(kind, value)},"
    if form == "chars":
        return f"{pascal(name)} = Frame.TextAt((byte*){value}),"
    if form == "array":
        return f"{pascal(name)} = Frame.BytesAt({value}, {rest[0]}),"
    return None


def struct_lines(name, fields):
    known = [each for each in fields if field_type(each[1], each[2], each[3:])]
    lines = ["", f"        public sealed class {class_name(name)}", "        {"]
    for field, form, kind, *rest in known:
        lines.append(f"            public {field_type(form, kind, rest)} {pascal(field)};")
    lines += ["", f"            internal void Pack(Frame frame, {name}* to)", "            {"]
    lines += ["                frame.Width = Width; // of rows that are read"] if name == "ovl_bake_def" else []
    lines += ["                " + line for field, form, kind, *rest in known for line in pack_lines(field, form, kind, rest)]
    lines += ["            }", "", f"            internal static {class_name(name)} Of({name}* from) => new {class_name(name)}",
              "            {"]
    lines += [f"                {line}" for each in known if (line := unpack_line(each[0], each[1], each[2], each[3:]))]
    return [*lines, "            };", "        }"]


def held_lines(name):
    made = class_name(name)
    return ["", "        /// <summary>What the library keeps between calls, or fills in later; Read is what it holds.</summary>",
            f"        public sealed class Held{made} : HeldMemory", "        {",
            f"            public Held{made}({'Governor fields' if name == 'ovl_governor' else ''}) : base(sizeof({name}))", "            {",
            *(["                fields.Pack(Frame, Pointer);"] if name == "ovl_governor" else []),
            *(["                Frame.Room(Pointer, 4096, 256);"] if name == "ovl_path" else []),
            "            }", "", f"            internal {name}* Pointer => ({name}*)Address;", "",
            f"            public {'GridPath' if name == 'ovl_path' else made} Read() => "
            f"{'Frame.PathAt(Pointer)' if name == 'ovl_path' else f'{made}.Of(Pointer)'};", "        }"]


def callback_lines(name, plan, types):
    """A delegate, and the static function by which the library calls it."""
    given, values, raw, rows, at = [], [], [], [], plan["parameters"]
    for parameter, role, *kind in at:
        word = local(parameter)
        if role == "bytes":
            given, values = [*given, f"byte[] {word}"], [*values, f"Frame.BytesAt((byte*){word}, (int)byte_count)"]
            raw += [f"IntPtr {word}", "UIntPtr byte_count"]
        elif role == "read":
            given, values = [*given, "int count"], [*values, "(int)byte_count"]
            raw += [f"IntPtr {word}", "UIntPtr byte_count"]
        elif role == "rows":
            raw, rows = [*raw, f"{native(kind[0])}* {word}"], [*rows, (word, of_kind(kind[0]))]
        elif role == "in":
            given.append(f"{of_kind(kind[0])} {word}")
            values.append(f"{of_kind(kind[0])}.Of({word})" if is_class(kind[0]) else f"*{word}")
            raw.append(f"{native(kind[0])}* {word}")
        else:
            given, values, raw = [*given, f"{of_kind(kind[0])} {word}"], [*values, word], [*raw, f"{native(kind[0])} {word}"]
    made, reads = class_name(name), any(role == "read" for _, role, *_ in at)
    returns = "byte[]" if reads else of_kind(plan["returns"])
    call = f"(({made})held.Target)({', '.join(values)})"
    answer = f"Frame.Fill({call}, (void*)bytes, (long)byte_count, 1)" if reads else to_native(plan["returns"], call)
    if rows:
        returns = "byte[]" if len(rows) == 1 else f"({', '.join(f'{of}[]' for _, of in rows)})?"
        answer = f"held.Frame.Rows({call}, count, {', '.join(word for word, _ in rows)})"
    kind = NATIVE.get(plan["returns"], of_kind(plan["returns"]))
    if plan["returns"].startswith("handle:"):
        kind, answer = "IntPtr", f"held.Frame.Hold({call})"
    return ["", f"        public delegate {returns} {made}({', '.join(given)});", "",
            f"        private static readonly {name} on{made} = On{made};", "",
            f"        [MonoPInvokeCallback(typeof({name}))]",
            f"        private static {kind} On{made}({', '.join(['IntPtr user', *raw])})", "        {",
            "            var held = Function.Find(user);", "            try", "            {",
            f"                return held.Frame.HasThrown ? default({kind}) : {answer};", "            }",
            "            catch (Exception error)", "            {", "                held.Frame.Throws(error);",
            f"                return default({kind});", "            }", "        }"]


# ---- Functions ----


class Function:
    def __init__(self, plan):
        self.plan, self.given, self.before, self.arguments, self.outs, self.grows = plan, [], [], [], [], []
        self.fault = ""
        for name, role, *kind in plan["parameters"]:
            getattr(self, f"take_{role}")(local(name), *kind)

    def take_null(self, _name):
        self.arguments.append("null")

    def take_fault(self, name):
        self.before.append("ovl_fault fault;")
        self.arguments.append("&fault")
        self.fault = "&fault"

    def take_value(self, name, kind):
        self.given.append(f"{of_kind(kind)} {name}")
        if is_class(kind):
            self.before += [f"{native(kind)} {name}In = default({native(kind)});", f"{name}.Pack(frame, &{name}In);"]
            self.arguments.append(f"{name}In")
        else:
            self.arguments.append(to_native(kind, name))

    def take_handle(self, name, kind):
        made = class_name(kind[7:])
        self.given.append(f"{made} {name}")
        self.before += [f"var {name}Handle = ({made}Handle)frame.Open({name});"]
        self.arguments.append(f"{name}Handle")

    def take_handles(self, name, kind):
        self.given.append(f"{of_kind(kind)}[] {name}")
        self.before.append(f"var {name}In = (IntPtr*)frame.Take({name}.Length * sizeof(IntPtr));")
        self.before.append(f"for (int i = 0; i < {name}.Length; i++) {name}In[i] = frame.Hold({name}[i]);")
        self.arguments.append(f"{name}In")

    def take_in(self, name, kind):
        self.given.append(f"{of_kind(kind)} {name}")
        if is_class(kind):
            self.before += [f"{native(kind)}* {name}In = null;", f"if ({name} != null)", "{",
                            f"    {name}In = ({native(kind)}*)frame.Take(sizeof({native(kind)}));",
                            f"    {name}.Pack(frame, {name}In);", "}"]
            self.arguments.append(f"{name}In")
        else:
            self.arguments.append(f"&{name}")

    def take_inout(self, name, kind):
        self.take_in(name, kind)
        self.outs.append((of_kind(kind), f"{of_kind(kind)}.Of({name}In)"))

    def take_walked(self, name, _kind):
        self.given.append(f"GridPath {name}")
        self.arguments.append(f"frame.Walked({name})")

    def take_held(self, name, kind):
        self.given.append(f"Held{of_kind(kind)} {name}")
        self.arguments.append(f"frame.Use({name}).Pointer")

    def take_call(self, name, kind):
        self.given.append(f"{class_name(kind)} {name}")
        self.before += ["IntPtr user;", f"IntPtr {name}In = frame.Callback({name}, on{class_name(kind)}, out user);"]
        self.arguments += [f"{name}In", "user"]

    def take_list(self, name, kind):
        self.given.append(f"{of_kind(kind)}[] {name}")
        self.before += [f"frame.Sent = Check.NotNull({name}, nameof({name})).Length;",
                        f"{native(kind)}* {name}In = null;", *list_lines(kind, name, f"{name}In")]
        self.arguments += [f"{name}In", f"(UIntPtr)(ulong){name}.Length"]

    def take_bytes(self, name, _kind):
        self.given.append(f"byte[] {name}")
        self.arguments += [f"frame.Copy({name})", f"(UIntPtr)(ulong){name}.Length"]

    def take_made(self, name, kind):
        made = class_name(kind[7:])
        self.arguments.append(f"out {made}Handle {name}")
        own = f"frame.Own({name})" if kind == "handle:ovl_world" else f"new {made}({name})"
        if kind[7:] in OWN[1:]:
            own = f"new {made}({name}, def.World)"
        self.outs.append((made, own))

    def take_out(self, name, kind):
        self.before.append(f"var {name} = default({native(kind)});")
        self.arguments.append(f"&{name}")
        self.outs.append((of_kind(kind), from_native(kind, name)))

    def take_moves(self, name, kind):
        self.before.append("UIntPtr count;")
        self.arguments.append("&count")
        self.array_out(name, kind, "outcome", "(int)count")

    def take_saved(self, name, _kind):
        room = f"Native.ovl_units_save_bytes({self.arguments[0]})"
        self.before += [f"UIntPtr room = {room}, used;", f"byte* {name} = frame.Take((long)room);"]
        self.arguments += [f"(IntPtr){name}", "room", "&used"]
        self.outs.append(("byte[]", f"Frame.BytesAt({name}, (int)used)"))

    def take_items(self, name, kind):
        self.given.append(f"{of_kind(kind)}[] {name}")
        self.before += [f"{native(kind)}* {name}In = null;", *list_lines(kind, name, f"{name}In")]
        self.arguments += [f"{name}In", f"{name}.Length"]
        self.array_out(name, kind, f"{name}In", f"{name}.Length")

    def take_path(self, name, _kind):
        self.before += [f"var {name} = (ovl_path*)frame.Take(sizeof(ovl_path));", f"frame.Room({name}, 64, 8);"]
        self.arguments.append(name)
        self.grows.append(f"frame.Grow({name});")
        self.outs.append(("GridPath", f"Frame.PathAt({name})"))

    def array_out(self, name, kind, first, count):
        """An array that is read after the call."""
        element = of_kind(kind)
        self.outs.append((f"{element}[]", f"Frame.Array({count}, i => {from_native(kind, f'{first}[i]')})"))

    def take_fill(self, name, kind):
        size = f"sizeof({native(kind)})"
        self.before += [f"var {name} = ({native(kind)}*)frame.Take(64 * {size});", f"ulong {name}Room = 64;", f"UIntPtr {name}Needed;"]
        self.arguments += [name, f"(UIntPtr){name}Room", f"&{name}Needed"]
        self.grows += [f"{name}Room = (ulong){name}Needed;", f"{name} = ({native(kind)}*)frame.Take((long){name}Room * {size});"]
        self.array_out(name, kind, name, f"(int){name}Needed")

    def take_later(self, name, kind):
        self.given.append("int room")
        size = f"sizeof({native(kind)})"
        self.before += [f"var {name} = ({native(kind)}*)frame.Take(room * {size});",
                        f"var {name}Needed = (UIntPtr*)frame.Take(sizeof(UIntPtr));"]
        self.arguments += [name, "(UIntPtr)(ulong)room", f"{name}Needed"]
        self.later(name, kind, f"(int)Math.Min((ulong)*{name}Needed, (ulong)room)")

    def later(self, name, kind, count):
        self.outs.append((f"Func<{of_kind(kind)}[]>", f"() => frame.Alive(Frame.Array({count}, i => {from_native(kind, f'{name}[i]')}))"))

    def take_each(self, name, kind, of, is_later=False):
        self.before.append(f"var {name} = ({native(kind)}*)frame.Take({local(of)}.Length * sizeof({native(kind)}));")
        self.arguments.append(name)
        if is_later:
            self.later(name, kind, f"{local(of)}.Length")
        else:
            self.array_out(name, kind, name, f"{local(of)}.Length")

    def take_each_later(self, name, kind, of):
        self.take_each(name, kind, of, True)

    def take_grid(self, name, kind):
        self.before.append(f"var {name} = ({native(kind)}*)frame.Take((long)Math.Max(0, w) * Math.Max(0, h) * sizeof({native(kind)}));")
        self.arguments += [name, "(UIntPtr)(ulong)Math.Max(0, w)"]
        self.array_out(name, kind, name, "Math.Max(0, w) * Math.Max(0, h)")

    def take_count(self, name, kind):
        size = f"sizeof({native(kind)})"
        self.before += [f"var {name} = ({native(kind)}*)frame.Take(64 * {size});", f"ulong {name}Room = 64;"]
        self.arguments += [name, f"(UIntPtr){name}Room"]
        self.recount = [f"{name}Room = (ulong)outcome;", f"{name} = ({native(kind)}*)frame.Take((long){name}Room * {size});"]
        self.array_out(name, kind, name, "(int)outcome")

    # ---- As text ----

    def returned(self):
        """The type of the outcome, and the lines after the call."""
        kind, outs = self.plan["returns"], self.outs
        if kind == "text":
            return "string", ["return Frame.TextAt(outcome);"]
        if kind.startswith("pointer:"):
            return class_name(kind[8:]), [f"return {class_name(kind[8:])}.Of(outcome);"]
        if kind.startswith("lent:"):
            return f"({class_name(kind[5:])}, {outs[0][0]})?", [
                "if (outcome == IntPtr.Zero)", "{", "    return null;", "}",
                f"return (units.Lend(new {class_name(kind[5:])}Handle(outcome, unitsHandle)), {outs[0][1]});"]
        if kind == "moves":
            return outs[0][0], [f"return {outs[0][1]};"]
        if kind not in ("result", "bool", "void") and not hasattr(self, "recount"):
            return of_kind(kind), [f"return {from_native(kind, 'outcome')};"]
        is_value = len(outs) == 1 and not is_reference(outs[0][0])
        made = f"({', '.join(each for each, _ in outs)})" if len(outs) > 1 else outs[0][0] if outs else "bool"
        text = f"({', '.join(each for _, each in outs)})" if len(outs) > 1 else outs[0][1] if outs else ""
        lines = []
        if kind == "void" or hasattr(self, "recount"):
            return (made, [f"return {text};"]) if outs else ("void", [])
        if kind == "bool" and not outs:
            return "bool", ["return outcome != 0;"]
        no = "outcome == 0" if kind == "bool" else f"frame.IsNo(outcome, {self.told()})"
        if not outs:
            return "bool", [*lines, f"return !{no};"]
        option = "?" if is_value or len(outs) > 1 else ""
        return f"{made}{option}", [f"if ({no})", "{", "    return null;", "}", f"return {text};"]

    def told(self):
        if self.plan["fault"] and not self.fault:
            return f'Native.{self.plan["fault"]}({self.arguments[0]})'
        return self.fault or "null"

    def lines(self, doc):
        plan = self.plan
        returns, after = self.returned()
        native_call = f'Native.{plan["name"]}({", ".join(self.arguments)})'
        body = [*self.before, ("" if plan["returns"] == "void" else "var outcome = ") + f"{native_call};"]
        if self.grows:
            body += ["while (outcome == Result.MoreRoom)", "{", *(f"    {line}" for line in self.grows), f"    outcome = {native_call};", "}"]
        if hasattr(self, "recount"):
            body += ["if ((ulong)outcome > 64)", "{", *(f"    {line}" for line in self.recount), f"    outcome = {native_call};", "}"]
        body.append("frame.Finish();")
        if plan["name"] in ("ovl_flow_begin", "ovl_flow_renew"):
            body.insert(len(self.before), "flowHandle.Hold(worldHandle);")
            body += [f"if (outcome == Result.Ok{' && done != 0' if plan['name'].endswith('renew') else ''})", "{",
                     "    flowHandle.HoldOnly(worldHandle);", "}"]
        if plan["changes"] and self.arguments[0] == "unitsHandle":
            body.insert(0, "units.EndLoans();")
        if self.arguments[0:2] == ["unitsHandle", "worldHandle"]:
            body.insert(len(self.before) + 1, "unitsHandle.Keep(worldHandle);")
        elif plan["keeps"] and plan["name"] not in ("ovl_queue_take", "ovl_queue_cancel"):
            body.append(f'frame.KeepWith({keeper(plan, self)}, "{plan["name"]}");')
        name = pascal(plan["name"][4:])
        return ["", f"        /// <summary>{doc}</summary>", f'        public static {returns} {name}({", ".join(self.given)})', "        {",
                "            using (var frame = new Frame())", "            {",
                *(f"                {line}" for line in [*body, *after]), "            }", "        }"]


def is_reference(kind):
    return kind.endswith("[]") or kind.startswith("Func<") or kind in ("GridPath", "World", "string") or kind in CLASSES


def keeper(plan, function):
    if plan["keeps"] == "made":
        return next(local(name) for name, role, *_ in plan["parameters"] if role == "made")
    return f'{local(plan["parameters"][0][0])}Handle'


CLASSES = set()


def calls_of(data):
    from csharp_declarations import escaped

    plans = plans_of(data)
    docs = {each["name"]: escaped(each["doc"]) for each in data["functions"]}
    CLASSES.update(class_name(name) for name in plans["structs"] if name not in SEEN)
    CLASSES.update(class_name(each["name"]) for each in data["structs"] if each.get("opaque"))
    lines = HEAD.splitlines()
    lines += ["    /// <summary>Every call of the library that the other classes leave out, by its name: Api.WorldRay. A struct is an",
              "    /// object with its fields; what is not named is 0. What a call fills in is what it returns; where the answer is",
              "    /// no, that is null or false; what is wrong throws. One thread at a time may use a planner, units or a flow.</summary>",
              "    public static unsafe partial class Api", "    {"]
    for name, fields in plans["structs"].items():
        if name not in SEEN and name != "ovl_path":
            lines += struct_lines(name, fields)
    for name in HELD:
        lines += held_lines(name)
    for name, plan in plans["callbacks"].items():
        lines += callback_lines(name, plan, Types(data))
    for each in data["structs"]:
        made = class_name(each["name"])
        if each.get("opaque") and each["name"] not in OWN and each["name"] != "ovl_publisher":
            lines += ["", f"        public sealed class {made} : NativeObject", "        {",
                      f"            internal {made}({made}Handle handle) : base(handle)", "            {", "            }", "        }"]
    for plan in plans["functions"]:
        if not releases(plan["name"]):
            lines += Function(plan).lines(docs[plan["name"]])
    return "\n".join([*lines, "    }", "}", ""])
