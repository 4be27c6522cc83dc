"""Counts the open cells of real maps, without the project's readers: real_maps.py FOLDER FILE...

Prints `FILE<tab>open cells` for each. What blocks is what the author said: a layer named like
collision, tiles with a property like collides or collision shapes of more than half of them, IntGrid
values by their names, or the only one without a name, or that of their layer, pixels of an occupancy grid by its thresholds. All else
is open; between LDtk's levels there is nothing.
"""

import base64
import gzip
import json
import os
import re
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

BLOCKS = re.compile(r"wall|collis|solid|block|obstacle|water|lava|stone|rock|crate", re.I)
CROSSED = re.compile(r"floor|ground|ladder|stair|door|platform|empty", re.I)
FLIPS = 0x0FFFFFFF


# ---- Tiled ----

def gids_of(data, encoding, compression):
    """The numbers of tiles of a layer or chunk."""
    if isinstance(data, list):
        return [gid & FLIPS for gid in data]
    if encoding == "csv":
        return [int(word) & FLIPS for word in data.replace("\n", "").split(",") if word.strip()]
    raw = base64.b64decode(data)
    if compression in ("zlib", "gzip"):
        raw = (zlib if compression == "zlib" else gzip).decompress(raw)
    return [gid & FLIPS for gid in struct.unpack(f"<{len(raw) // 4}I", raw)]


def truth(value):
    return str(value).lower() in ("true", "1")


def covers_half(objects, width, height):
    """Whether rectangles and polygons of a tile cover more than half of it, at 32 x 32 points."""
    def inside(o, x, y):
        points = o.get("polygon")
        if points is None:
            return o["x"] <= x < o["x"] + o["width"] and o["y"] <= y < o["y"] + o["height"]
        odd = False
        for (ax, ay), (bx, by) in zip(points, points[-1:] + points[:-1]):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
        return odd
    spots = [((i % 32 + 0.5) * width / 32, (i // 32 + 0.5) * height / 32) for i in range(1024)]
    return sum(any(inside(o, x, y) for o in objects) for x, y in spots) > 512


def blocking_tile(properties):
    for name, value in properties.items():
        if re.search(r"collis|collid|solid|block|wall", name, re.I) and truth(value):
            return True
        if re.search(r"walk|pass", name, re.I) and str(value).lower() in ("false", "0"):
            return True
    return False


def tmx_tiles(root, folder):
    """Gids of tiles that block, by the tilesets of an XML map."""
    found = set()
    for tileset in root.findall("tileset"):
        first = int(tileset.get("firstgid"))
        if tileset.get("source"):
            path = os.path.join(folder, tileset.get("source"))
            if not os.path.exists(path):
                continue
            tileset = xml.parse(path).getroot()
        width, height = float(tileset.get("tilewidth", 0)), float(tileset.get("tileheight", 0))
        for tile in tileset.findall("tile"):
            properties = {p.get("name"): p.get("value", p.text)
                          for p in tile.findall("properties/property")}
            objects = []
            for o in tile.findall("objectgroup/object"):
                shape = {k: float(o.get(k, 0)) for k in ("x", "y", "width", "height")}
                if o.find("polygon") is not None:
                    shape["polygon"] = [(float(x) + shape["x"], float(y) + shape["y"])
                                        for x, y in (pair.split(",") for pair in
                                                     o.find("polygon").get("points").split())]
                objects.append(shape)
            if blocking_tile(properties) or covers_half(objects, width, height):
                found.add(first + int(tile.get("id")))
    return found


def json_tiles(root):
    found = set()
    for tileset in root["tilesets"]:
        first = tileset["firstgid"]
        for number, values in (tileset.get("tileproperties") or {}).items():
            if blocking_tile(values):
                found.add(first + int(number))
        tiles = tileset.get("tiles") or []
        for tile in tiles if isinstance(tiles, list) else []:
            if blocking_tile({p["name"]: p["value"] for p in tile.get("properties", [])}):
                found.add(first + tile["id"])
    return found


def tiled(path):
    text = open(path, encoding="utf-8-sig").read()
    layers = []  # name, gids
    if text.lstrip().startswith("<"):
        root = xml.fromstring(text.encode())
        width, height = int(root.get("width")), int(root.get("height"))
        tiles = tmx_tiles(root, os.path.dirname(path))
        for layer in root.iter("layer"):
            data = layer.find("data")  # of an infinite map chunk by chunk, in any order of cells
            layers.append((layer.get("name"), [gid for part in data.findall("chunk") or [data]
                                               for gid in gids_of(part.text or "", data.get("encoding"),
                                                                  data.get("compression"))]))
    else:
        root = json.loads(text)
        width, height = root["width"], root["height"]
        tiles = json_tiles(root)
        for layer in root["layers"]:
            if layer["type"] == "tilelayer":
                layers.append((layer["name"], gids_of(layer["data"], layer.get("encoding"),
                                                      layer.get("compression"))))
    covered = set()
    if text.lstrip().startswith("<"):
        for group in root.iter("objectgroup"):
            if not (BLOCKS.search(group.get("name") or "") and not CROSSED.search(group.get("name"))):
                continue
            for o in group.findall("object"):
                x, y = float(o.get("x", 0)), float(o.get("y", 0))
                w, h = float(o.get("width", 0)), float(o.get("height", 0))
                y -= h if o.get("gid") else 0
                tw, th = int(root.get("tilewidth")), int(root.get("tileheight"))
                covered |= {r * width + c for r in range(height) for c in range(width)
                            if x <= (c + 0.5) * tw < x + w and y <= (r + 0.5) * th < y + h}
    else:
        for layer in root["layers"]:
            if layer["type"] != "objectgroup" or not BLOCKS.search(layer["name"]) \
                    or CROSSED.search(layer["name"]):
                continue
            for o in layer["objects"]:
                y = o["y"] - (o["height"] if "gid" in o else 0)
                tw, th = root["tilewidth"], root["tileheight"]
                covered |= {r * width + c for r in range(height) for c in range(width)
                            if o["x"] <= (c + 0.5) * tw < o["x"] + o["width"]
                            and y <= (r + 0.5) * th < y + o["height"]}
    says = covered or tiles or any(BLOCKS.search(name) and not CROSSED.search(name) for name, _ in layers)
    count = 0
    for cell in range(len(layers[0][1])):
        blocked = cell in covered
        any_tile = False
        for name, gids in layers:
            gid = gids[cell]
            any_tile = any_tile or gid != 0
            by_name = BLOCKS.search(name) and not CROSSED.search(name)
            blocked = blocked or (gid != 0 and (gid in tiles or bool(by_name)))
        count += not blocked and (bool(says) or any_tile)
    return count


# ---- LDtk ----

def ldtk(path):
    root = json.load(open(path, encoding="utf-8"))
    defs = {layer["identifier"]: layer for layer in root["defs"]["layers"]
            if layer["__type"] == "IntGrid"}
    grid = min(layer["gridSize"] for layer in defs.values())
    names = {}
    for name, layer in defs.items():
        for value in layer["intGridValues"]:
            names[name, value["value"]] = value["identifier"] or f"{name}_{value['value']}"
    cells = {}
    worlds = [(root, 0)] + [(w, i + 1) for i, w in enumerate(root.get("worlds", []))]
    for world, number in worlds:
        at = 0
        for level in world["levels"]:
            body = level
            if level.get("externalRelPath"):
                body = json.load(open(os.path.join(os.path.dirname(path),
                                                   level["externalRelPath"]), encoding="utf-8"))
            x, y = level["worldX"], level["worldY"]
            if (world.get("worldLayout") or "").startswith("Linear"):
                vertical = world["worldLayout"].endswith("Vertical")
                x, y = (0, at) if vertical else (at, 0)
                at += level["pxHei"] if vertical else level["pxWid"]
            floor = (number, level.get("worldDepth", 0))
            for cy in range(y // grid, -(-(y + level["pxHei"]) // grid)):
                for cx in range(x // grid, -(-(x + level["pxWid"]) // grid)):
                    cells.setdefault((floor, cx, cy), "empty")
            for instance in reversed(body["layerInstances"] or []):
                name, wide = instance["__identifier"], instance["__cWid"]
                if name not in defs:
                    continue
                size = instance["__gridSize"]
                for i, value in enumerate(instance["intGridCsv"]):
                    if value == 0:
                        continue
                    px, py = x + i % wide * size, y + i // wide * size
                    for cy in range(py // grid, (py + size) // grid):
                        for cx in range(px // grid, (px + size) // grid):
                            cells[floor, cx, cy] = name, names[name, value]
    only = set(cells.values()) - {"empty"}

    def is_open(value):
        if value == "empty":
            return True
        layer, name = value
        if len(only) == 1 and name == f"{layer}_1":  # one value without a name: the wall
            return False
        by_layer = BLOCKS.search(layer) and not re.search(
            r"empty|ladder|stair|door|platform|free|open|walk|pass|bridge|none", name, re.I)
        return not (BLOCKS.search(name) and not CROSSED.search(name)) and not by_layer
    return sum(is_open(value) for value in cells.values())


# ---- ROS ----

def pgm(path):
    """The greys of a binary PGM, and the largest."""
    data = open(path, "rb").read()
    words, at = [], 2
    while len(words) < 3:
        if data[at:at + 1] == b"#":
            at = data.index(b"\n", at)
        elif data[at:at + 1].isspace():
            at += 1
        else:
            end = at
            while not data[end:end + 1].isspace():
                end += 1
            words.append(int(data[at:end]))
            at = end
    return data[at + 1:at + 1 + words[0] * words[1]], words[2]


def ros(path):
    text = re.sub(r"#.*", "", open(path, encoding="utf-8").read())
    settings = dict(re.findall(r"^(\w+):\s*(.*?)\s*$", text, re.M))
    greys, most = pgm(os.path.join(os.path.dirname(path), settings["image"].strip("\"'")))
    free = float(settings.get("free_thresh", 0.196))
    occupied = float(settings.get("occupied_thresh", 0.65))
    negate = settings.get("negate", "0") in ("1", "true")
    count = 0
    for grey in greys:
        share = grey / most if negate else 1 - grey / most
        if settings.get("mode", "trinary") == "scale":  # what lies between is open, and dearer
            count += share <= occupied
        else:
            count += share < free
    return count


def main():
    folder = sys.argv[1]
    for file in sys.argv[2:]:
        path = os.path.join(folder, file)
        reader = ldtk if file.endswith(".ldtk") else ros if file.endswith(".yaml") else tiled
        print(f"{file}\t{reader(path)}")


main()
