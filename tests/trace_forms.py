"""Checks the form of a trace that `overland path --trace` wrote, and that it leads to the path:
python3 trace_forms.py lines|posthoc TRACE ANSWER, where ANSWER is what `path --json` printed."""

import json
import sys

KINDS = ["source", "generate", "improve", "expand", "close", "goal", "label", "attach", "route",
         "window", "segment", "string"]
SEARCH_KINDS = KINDS[:6]
POSTHOC_TYPES = ["source", "generating", "updating", "expanding", "closing", "end"]
TIERS = ["fine", "coarse", "overlay"]
PRIMITIVES = {"rect": {"x", "y", "width", "height", "fill"}, "path": {"points", "fill"}}


def expect(truth, *what):
    if not truth:
        sys.exit("trace_forms: " + " ".join(str(word) for word in what))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_cell(value):
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)


def check_node(event, key):
    node = event[key]
    expect(isinstance(node, list) and 1 <= len(node) <= 2, "not one or two cells:", event)
    expect(all(is_cell(cell) for cell in node), "no cell:", event)


def check_line(event):
    kind = event.get("event")
    fields = {"event", "tier", "search", "node", "parent", "g", "h", "f"}
    needed = {"event", "tier", "search", "node"}
    if kind != "window":
        needed |= {"g"}
    if kind in SEARCH_KINDS:
        needed |= {"h", "f"}
    expect(kind in KINDS and event.get("tier") in TIERS, "no such event:", event)
    expect(needed <= set(event) <= fields, "fields of", event)
    expect(all(type(event[key]) is int and event[key] >= 0
               for key in ("search", "g", "h", "f") if key in event), "numbers of", event)
    check_node(event, "node")
    if "parent" in event:
        check_node(event, "parent")
    if kind in SEARCH_KINDS:
        expect(event["f"] == event["g"] + event["h"], "f is not g + h:", event)


def check_lines(path, answer):
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    head, events, result = lines[0], lines[1:-1], lines[-1]
    expect(head["trace"] == "overland" and head["version"] == 1, "the first line:", head)
    expect(is_cell(head["start"]) and is_cell(head["goal"]), "its ends:", head)
    stages = [event for event in events if event["event"] == "stage"]
    names = [event["name"] for event in stages]
    plan = "plan over " + result["method"]
    for name in ("resolve the ends", "attach the start", "attach the goal", plan,
                 "refine the segments", "smooth the path", "write the path"):
        expect(names.count(name) == 1, "not one stage", name, "in", names)
    for event in stages:
        if event["name"] in (plan, "refine the segments", "write the path"):
            expect(event["g"] >= event["least"] > 0, "a stage costs less than any path:", event)
    costs = [event["g"] for event in stages if event["name"] in (plan, "refine the segments",
                                                                 "smooth the path")]
    expect(costs == sorted(costs, reverse=True), "a stage raises the cost:", costs)
    expect(result["event"] == "result" and result["result"] == "done" and result["fault"] == "" and
           result["points"] == len(answer["points"]) and result["illegal"] == 0, "the end:", result)
    events = [event for event in events if event["event"] != "stage"]
    reached = set()
    for event in events:
        check_line(event)
        name = (event["search"], str(event["node"]))
        if event["event"] in ("source", "generate"):
            reached.add(name)
        elif event["event"] in SEARCH_KINDS:
            expect(name in reached, "not reached before:", event)
    for kind in ("source", "generate", "window", "segment", "string"):
        expect(any(event["event"] == kind for event in events), "no event", kind)
    runs = [event for event in events if event["event"] == "string"]
    points = [runs[0]["parent"][0]] + [run["node"][0] for run in runs]
    expect(points == answer["points"], "the runs lead over", points)
    cost = sum(run["g"] for run in runs) / head["straight_step"]
    expect(abs(cost - answer["cost"]) < 1e-4 * cost, "the runs cost", cost)


def check_view(component):
    kind = component.get("$")
    expect(kind in PRIMITIVES, "no such primitive:", component)
    expect(PRIMITIVES[kind] <= set(component), "fields of", component)
    if kind == "path":
        expect(len(component["points"]) >= 2, "points of", component)
        expect(all({"x", "y"} <= set(point) for point in component["points"]), component)


def check_posthoc(path, answer):
    trace = json.load(open(path, encoding="utf-8"))
    expect(trace["version"] == "1.4.0", "its version is", trace["version"])
    expect(set(trace) == {"version", "views", "pivot", "events"}, "fields", set(trace))
    expect({"x", "y", "scale"} == set(trace["pivot"]), "the pivot", trace["pivot"])
    for component in trace["views"]["main"]:
        check_view(component)
    ids = set()
    for event in trace["events"]:
        expect(isinstance(event["type"], str) and isinstance(event["id"], str), "names of", event)
        expect(event["pId"] is None or event["pId"] in ids, "a parent that is not known:", event)
        expect(all(is_number(event[key]) for key in ("x", "y", "width", "height")), event)
        if event["type"] in POSTHOC_TYPES:
            expect(all(is_number(event[key]) for key in ("g", "h", "f")), "costs of", event)
            expect(event["node"] is True, event)
        if event.get("line"):
            expect(is_number(event["fromX"]) and is_number(event["fromY"]), "the line of", event)
        ids.add(event["id"])
    runs = [event for event in trace["events"] if event["type"] == "string"]
    points = [[runs[0]["fromX"], runs[0]["fromY"]]] + [[run["x"], run["y"]] for run in runs]
    expect(points == answer["points"], "the runs lead over", points)


if __name__ == "__main__":
    with open(sys.argv[3], encoding="utf-8") as said:
        ANSWER = json.load(said)
    {"lines": check_lines, "posthoc": check_posthoc}[sys.argv[1]](sys.argv[2], ANSWER)
