"""Reads the public headers: functions, structs, enums, constants and function types, each with its
comment. The headers keep to one form (tests/test_names.sh and clang-format), so that no compiler is
needed; what does not have that form ends the reading with its line."""

import re

SECTION = re.compile(r"/\* -{2,} (.*?) -+ \*/$")
TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE)


class BadHeader(Exception):
    """A line of a header that is not understood."""


def comment_text(comment):
    """The words of a comment, in paragraphs; lines of examples keep their breaks."""
    body = re.sub(r"^/\*|\*/$", "", comment.strip())
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in body.strip().splitlines()]
    paragraphs, current = [], []
    for line in lines + [""]:
        if line.startswith("    "):
            current.append("\n" + line)
        elif line:
            current.append((" " if current and not current[-1].startswith("\n") else
                            "\n" if current else "") + line.strip())
        elif current:
            paragraphs.append("".join(current).strip("\n"))
            current = []
    return "\n\n".join(paragraphs)


def split_items(text):
    """The pieces of a header at its top level: (kind, text, line), kind comment, macro or code."""
    items, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        line = text.count("\n", 0, at) + 1
        token = TOKEN.match(text, at)
        if token:
            kind = "macro" if token.group().lstrip().startswith("#") else "comment"
            items.append((kind, token.group(), line, at))
            at = token.end()
            continue
        end = end_of_code(text, at, line)
        items.append(("code", text[at:end], line, at))
        at = end
    return items


def end_of_code(text, at, line):
    """Where a declaration ends: at its semicolon, or after `extern "C" {` or its brace."""
    opened = re.compile(r'extern "C" \{|\}').match(text, at)
    if opened:
        return opened.end()
    depth = 0
    while at < len(text):
        comment = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL).match(text, at)
        if comment:
            at = comment.end()
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if depth == 0 and text[at - 1] == ";":
            return at
    raise BadHeader(f"line {line}: a declaration without its end")


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def read_variable(text):
    """A variable, field or parameter: its name, its type, and how many there are of it."""
    match = re.fullmatch(r"(.*?[\s*])(\w+)((?:\[\w*\])?)", squeeze(text))
    if not match:
        raise BadHeader(f"not a variable: {squeeze(text)}")
    kind, name, count = match.groups()
    found = {"name": name, "type": squeeze(kind).replace(" *", "*")}
    if count:
        found["count"] = count[1:-1]
    return found


def read_parameters(text):
    """The parameters of a function; one may be a pointer to a function, with commas of its own."""
    text = squeeze(without_comments(text))
    parts = re.split(r",(?![^(]*\))", text)
    return [] if text in ("", "void") else [read_parameter(part.strip()) for part in parts]


def read_parameter(text):
    pointer = re.fullmatch(r"(.+?) ?\(\*(\w+)\)\((.*)\)", text)
    return {"name": pointer[2], "type": text.replace(pointer[2], "", 1)} if pointer else read_variable(text)


def read_field(code):
    """The fields of one declaration: several variables of a type, or a pointer to a function."""
    pointer = re.fullmatch(r"(.+?) ?\(\*(\w+)\)\((.*)\)", code)
    if pointer:
        return [{"name": pointer[2], "type": squeeze(code.replace(pointer[2], "", 1)),
                 "returns": pointer[1], "parameters": read_parameters(pointer[3])}]
    names = code.split(",")
    first = read_variable(names[0])
    return [dict(first, name=name) for name in [first["name"], *map(str.strip, names[1:])]]


def read_fields(body):
    """The fields of a struct, each with the comment behind it or, on lines of its own, before it."""
    fields, before = [], ""
    pieces = re.findall(r"/\*.*?\*/|[^;/]+;[ \t]*(?:/\*.*?\*/)?", body, re.DOTALL)
    for piece in pieces:
        if piece.startswith("/*"):
            before = comment_text(piece)
            continue
        code, _, behind = piece.partition(";")
        doc = comment_text(behind.strip()) if behind.strip() else before
        fields += [dict(field, doc=doc) for field in read_field(squeeze(code))]
        before = ""
    return fields


def read_values(body):
    """The values of an enum; a heading between them stands before the first of its values."""
    values, number, heading = [], -1, ""
    text = re.sub(r"(\w+(?: = [^,/\n]+)?)\s*(/\*.*?\*/)?\s*$", r"\1, \2", body, flags=re.DOTALL)
    for match in re.finditer(r"(/\*.*?\*/)|(\w+)(?: = ([^,/\n]+))?,[ \t]*(/\*.*?\*/)?", text, re.DOTALL):
        between, name, given, behind = match.groups()
        if between:
            heading = comment_text(between)
            continue
        number = int(given, 0) if given else number + 1
        value = {"name": name, "value": number, "doc": comment_text(behind) if behind else ""}
        if heading:
            value["heading"] = heading
        values.append(value)
        heading = ""
    return values


class Header:
    """What one header declares, in its order."""

    def __init__(self, name, text):
        self.name = name
        self.doc, self.section = "", ""
        self.constants, self.enums, self.structs, self.callbacks, self.functions = [], [], [], [], []
        self.aliases = []
        self.comment, self.comment_end = "", -1
        for kind, piece, line, at in split_items(text):
            try:
                self.take(kind, piece, at, text)
            except (BadHeader, ValueError) as error:
                raise BadHeader(f"{name}:{line}: {error}") from error

    def take(self, kind, piece, at, text):
        if kind == "comment":
            title = SECTION.match(piece)
            if title:
                self.section = title.group(1)
            elif not self.doc:
                self.doc = comment_text(piece)
            else:
                self.comment, self.comment_end = comment_text(piece), at + len(piece)
            return
        doc = self.comment if text[self.comment_end:at].count("\n") == 1 else ""
        if kind == "macro":
            self.take_macro(piece, doc)
        else:
            self.take_code(piece.strip(), doc)

    def about(self, name, doc):
        return {"name": name, "header": self.name, "section": self.section, "doc": doc}

    def take_macro(self, piece, doc):
        match = re.match(r"#define (OVL_\w+) (.+?)\s*(/\*.*\*/)?$", piece.strip(), re.DOTALL)
        if match and match.group(1) != "OVL_API":
            name, value, behind = match.groups()
            words = comment_text(behind) if behind else doc
            self.constants.append(dict(self.about(name, words), value=number_of(value)))

    def take_code(self, code, doc):
        if code.startswith("OVL_API "):
            self.take_function(code, doc)
        elif match := re.match(r"typedef enum (\w+) \{(.*)\} \w+;$", code, re.DOTALL):
            self.enums.append(dict(self.about(match[1], doc), values=read_values(match[2])))
        elif match := re.match(r"typedef struct (\w+) \{(.*)\} \w+;$", code, re.DOTALL):
            self.structs.append(dict(self.about(match[1], doc), fields=read_fields(match[2])))
        elif match := re.match(r"typedef struct (\w+) \w+;$", code):
            self.structs.append(dict(self.about(match[1], doc), opaque=True))
        elif match := re.match(r"typedef (.+?) ?\(\*(\w+)\)\((.*)\);$", code, re.DOTALL):
            self.callbacks.append(dict(self.about(match[2], doc), returns=match[1],
                                       parameters=read_parameters(match[3])))
        elif match := re.match(r"typedef (\w+) (\w+);$", code):
            self.aliases.append(dict(self.about(match[2], doc), type=match[1]))
        elif not re.match(r'struct \w+;$|extern "C" \{|\}$', code):
            raise BadHeader(f"not understood: {squeeze(code)[:60]}")

    def take_function(self, code, doc):
        match = re.match(r"OVL_API (.+?[\s*])(\w+)\((.*)\);$", squeeze(without_comments(code)))
        if not match:
            raise BadHeader(f"not a function: {squeeze(code)[:60]}")
        self.functions.append(dict(self.about(match[2], doc),
                                   returns=squeeze(match[1]).replace(" *", "*"),
                                   parameters=read_parameters(match[3])))


def number_of(text):
    """The value of a constant: a whole number, or its text where a compiler is needed."""
    text = text.strip()
    plain = re.sub(r"\((?:u?int\d+_t)\)|\b(0x[0-9a-f]+|\d+)[uUlL]+\b", r"\1", text)
    known = {"UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1}
    if plain in known:
        return known[plain]
    if re.fullmatch(r"0x[0-9a-f]+|[\d\s()<*+-]+", plain):
        return int(eval(plain, {"__builtins__": {}}))  # digits and operators alone
    return text
