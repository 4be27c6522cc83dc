#!/usr/bin/env python3
"""Makes the package for Unity: python3 tools/bindings/csharp/unity/package.py [OUT [LIBRARY...]]

OUT (build/unity/com.overland.paths) is made anew: the binding, the sample, the libraries (build/liboverland.so
if none is given; a .so, .dll and .dylib of 64 bits) and a .meta file for each, with the same GUIDs each time."""

import hashlib
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BINDING = os.path.dirname(HERE)
ROOT = os.path.join(HERE, "..", "..", "..", "..")
MARK = "com.overland.paths"
# Where the library of a system goes, its name there, what Unity calls the system, and the processors for which
# it is loaded: a .dylib can be for both kinds of Mac.
SYSTEMS = {".so": ("Linux", "liboverland.so", "Linux64", "x86_64"),
           ".dll": ("Windows", "overland.dll", "Win64", "x86_64"),
           ".dylib": ("macOS", "liboverland.dylib", "OSXUniversal", "AnyCPU")}
EDITOR = {"Linux64": "Linux", "Win64": "Windows", "OSXUniversal": "OSX"}
IMPORTERS = {".cs": "MonoImporter", ".asmdef": "AssemblyDefinitionImporter", ".json": "PackageManifestImporter",
             ".md": "TextScriptImporter"}


class BadPackage(Exception):
    pass


def plugin_importer(system, processor):
    return f"""PluginImporter:
  serializedVersion: 2
  isPreloaded: 0
  isOverridable: 0
  platformData:
  - first:
      Any:
    second:
      enabled: 0
      settings: {{}}
  - first:
      Editor: Editor
    second:
      enabled: 1
      settings:
        CPU: {processor}
        OS: {EDITOR[system]}
  - first:
      Standalone: {system}
    second:
      enabled: 1
      settings:
        CPU: {processor}
"""


def importer(path):
    if os.path.isdir(path):
        return "folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n"
    end = os.path.splitext(path)[1]
    if end in SYSTEMS:
        return plugin_importer(*SYSTEMS[end][2:])
    return f"{IMPORTERS[end]}:\n  externalObjects: {{}}\n"


def write_meta(out, path):
    name = os.path.relpath(path, out).replace(os.sep, "/")
    guid = hashlib.md5(f"{MARK}/{name}".encode()).hexdigest()
    with open(f"{path}.meta", "w", encoding="utf-8", newline="\n") as file:
        file.write(f"fileFormatVersion: 2\nguid: {guid}\n{importer(path)}")


def write_all_meta(out):
    """Unity ignores folders that end with ~, but not what a sample copies from there."""
    for folder, folders, files in os.walk(out):
        for name in [*folders, *files]:
            if not name.endswith("~"):
                write_meta(out, os.path.join(folder, name))


def copy_libraries(out, libraries):
    for library in libraries:
        end = next((end for end in SYSTEMS if library.endswith(end)), None)
        if not end or not os.path.isfile(library):
            raise BadPackage(f"{library}: a library is a file whose name ends with {', '.join(SYSTEMS)}")
        folder, name = SYSTEMS[end][:2]
        target = os.path.join(out, "Runtime", "Plugins", folder)
        os.makedirs(target, exist_ok=True)
        shutil.copyfile(library, os.path.join(target, name))


def is_made(out):
    """A package that this program made, not another one, and not this folder: here are no .meta files."""
    try:
        with open(os.path.join(out, "package.json"), encoding="utf-8") as file:
            return f'"name": "{MARK}"' in file.read() and os.path.exists(os.path.join(out, "package.json.meta"))
    except OSError:
        return False


def make(out, libraries):
    if os.path.exists(out):
        if not os.path.isdir(out) or os.listdir(out) and not is_made(out):
            raise BadPackage(f"{out} was not made by this program: name another folder")
        shutil.rmtree(out)
    shutil.copytree(HERE, out, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for name in sorted(os.listdir(BINDING)):
        if name.endswith(".cs"):
            shutil.copyfile(os.path.join(BINDING, name), os.path.join(out, "Runtime", name))
    shutil.copyfile(os.path.join(ROOT, "LICENSE"), os.path.join(out, "LICENSE.md"))
    copy_libraries(out, libraries)
    write_all_meta(out)


def main(arguments):
    out = arguments[0] if arguments else os.path.join(ROOT, "build", "unity", MARK)
    built = os.path.join(ROOT, "build", "liboverland.so")
    libraries = arguments[1:] or ([built] if os.path.exists(built) else [])
    try:
        make(out, libraries)
    except BadPackage as error:
        print(f"package: {error}", file=sys.stderr)
        return 3
    if not libraries:
        print("package: without a library: build one (ninja -C build) or name it", file=sys.stderr)
    print(f"Package        {os.path.normpath(out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
