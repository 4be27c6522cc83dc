"""The reference of the library as one page: all that the public headers declare, with a search."""

import html
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools", "api"))
from api_data import read_all

EXAMPLES = os.path.join(ROOT, "tests", "examples")
KINDS = {"functions": "function", "structs": "struct", "enums": "enum", "constants": "constant",
         "callbacks": "function type", "aliases": "type"}


class Page:
    def __init__(self, data):
        self.data = data
        self.names = {each["name"] for kind in KINDS for each in data[kind]}
        self.names |= {value["name"] for enum in data["enums"] for value in enum["values"]}

    def link(self, text):
        """Text for the page, in which names lead to where they are declared."""
        def replace(match):
            name = match.group()
            return f'<a href="#{name}">{name}</a>' if name in self.names else name
        return re.sub(r"\b(?:ovl|OVL)_\w+", replace, html.escape(text, quote=False))

    def doc(self, text):
        parts = []
        for paragraph in filter(None, text.split("\n\n")):
            lines = paragraph.split("\n")
            while lines:
                is_code = lines[0].startswith("    ")
                run = [lines.pop(0)]
                while lines and lines[0].startswith("    ") == is_code:
                    run.append(lines.pop(0))
                parts.append(f'<pre>{self.link(chr(10).join(line[4:] for line in run))}</pre>' if is_code
                             else f"<p>{self.link(' '.join(run))}</p>")
        return "".join(parts)

    def variables(self, each):
        return ", ".join(f'{p["type"]} {p["name"]}'.replace("* ", " *") for p in each["parameters"]) or "void"

    def signature(self, kind, each):
        name = each["name"]
        if kind == "functions":
            return self.link(f'{each["returns"]} {name}({self.variables(each)});'.replace("* ", " *"))
        if kind == "callbacks":
            return self.link(f'typedef {each["returns"]} (*{name})({self.variables(each)});')
        if kind == "constants":
            return self.link(f'#define {name} {each["value"]}')
        if kind == "aliases":
            return self.link(f'typedef {each["type"]} {name};')
        return self.link(f'{KINDS[kind]} {name}' + (" (opaque)" if each.get("opaque") else ""))

    def rows(self, kind, each):
        """The fields of a struct, or the values of an enum."""
        rows = []
        for field in each.get("fields", []):
            unit = f'<i>{html.escape(field["unit"])}</i>' if "unit" in field else ""
            count = f'[{field["count"]}]' if "count" in field else ""
            rows.append(f'<tr><td><code>{self.link(field["type"])}</code></td><td><code>{field["name"]}{count}'
                        f'</code></td><td>{unit}</td><td>{self.link(field["doc"])}</td></tr>')
        for value in each.get("values", []):
            if "heading" in value:
                rows.append(f'<tr><th colspan="4">{self.link(value["heading"])}</th></tr>')
            rows.append(f'<tr id="{value["name"]}"><td><code>{value["name"]}</code></td><td>{value["value"]}</td>'
                        f'<td></td><td>{self.link(value["doc"])}</td></tr>')
        return f'<div class="frame"><table>{"".join(rows)}</table></div>' if rows else ""

    def entry(self, kind, each):
        notes = []
        if each.get("errors"):
            notes.append("Errors: " + ", ".join(self.link(name) for name in each["errors"]))
        if each.get("time"):
            notes.append(f'Time: {self.link(each["time"])}')
        if kind == "functions" and not each["runtime"]:
            notes.append("Not in overland_runtime")
        names = " ".join([each["name"]] + [v["name"] for v in each.get("values", [])]
                         + [f["name"] for f in each.get("fields", [])])
        return (f'<section class="entry" id="{each["name"]}" data-names="{html.escape(names.lower())}">'
                f'<h3>{each["name"]} <small>{KINDS[kind]}</small></h3><pre>{self.signature(kind, each)}</pre>'
                f'{self.doc(each["doc"])}{self.rows(kind, each)}'
                + (f'<p class="notes">{"<br>".join(notes)}</p>' if notes else "") + "</section>")

    def header(self, header):
        entries = [(kind, each) for kind in KINDS for each in self.data[kind]
                   if each["header"] == header["name"]]
        sections = {}
        for kind, each in entries:
            sections.setdefault(each["section"], []).append(self.entry(kind, each))
        body = "".join(f'<h2 class="section">{html.escape(title or "General")}</h2>{"".join(parts)}'
                       for title, parts in sections.items())
        return (f'<article id="{header["name"]}"><h1>{header["name"]}</h1>'
                f'<details><summary>About this header</summary>{self.doc(header["doc"])}</details>{body}</article>')

    def examples(self):
        parts = []
        for name in sorted(os.listdir(EXAMPLES)):
            if name.endswith(".c"):
                with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
                    code = file.read()
                parts.append(f'<section class="entry" id="{name}" data-names="{name}">'
                             f'<h3>{name}</h3><pre>{self.link(code)}</pre></section>')
        return f'<article id="examples"><h1>Examples</h1>{"".join(parts)}</article>'

    def menu(self):
        names = [header["name"] for header in self.data["headers"]]
        return "".join(f'<a href="#{name}">{name}</a>' for name in names) + '<a href="#examples">Examples</a>'


def html_page():
    page = Page(read_all())
    with open(os.path.join(HERE, "page.html"), encoding="utf-8") as file:
        frame = file.read()
    body = "".join(page.header(header) for header in page.data["headers"]) + page.examples()
    return (frame.replace("VERSION", page.data["version"]).replace("<!-- menu -->", page.menu())
            .replace("<!-- body -->", body))
