"""The form of the package for Unity: check_package.py FOLDER VERSION. Says each fault in a line; ends with 1 if
there is one."""

import json
import os
import re
import sys

FOLDER, VERSION = sys.argv[1:3]
faults = []


def expect(holds, words):
    if not holds:
        faults.append(words)


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        faults.append(f"{path}: {error}")
        return {}


def files_of(folder):
    for at, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            yield os.path.join(at, name)


paths = sorted(files_of(FOLDER))

# package.json: the fields that Unity asks for, and samples that are there.
package = load(os.path.join(FOLDER, "package.json"))
expect(re.fullmatch(r"com(\.[a-z0-9-]+){2,}", package.get("name", "")), "the name is not com.COMPANY.NAME")
expect(package.get("name") == os.path.basename(os.path.normpath(FOLDER)), "the folder has another name than the package")
expect(package.get("version") == VERSION, f"the version is {package.get('version')}, not {VERSION}")
expect(re.fullmatch(r"\d{4}\.\d", package.get("unity", "")), "unity is no version such as 2021.2")
for field in ("displayName", "description", "license"):
    expect(isinstance(package.get(field), str) and package[field], f"package.json has no {field}")
expect(package.get("samples"), "there is no sample")
for sample in package.get("samples", []):
    expect(os.path.isdir(os.path.join(FOLDER, sample["path"])), f"{sample['path']} is not there")

# Assembly definitions: names are unique, references are there, code of the binding is allowed to be unsafe.
assemblies = [(path, load(path)) for path in paths if path.endswith(".asmdef")]
names = [each.get("name") for _, each in assemblies]
expect(len(names) == len(set(names)) == 2, f"the assemblies are {names}")
for path, assembly in assemblies:
    expect(os.path.basename(path) == f"{assembly.get('name')}.asmdef", f"{path} has the name {assembly.get('name')}")
    for reference in assembly.get("references", []):
        expect(reference in names, f"{path}: {reference} is no assembly of the package")
    sources = [os.path.join(os.path.dirname(path), name) for name in os.listdir(os.path.dirname(path))
               if name.endswith(".cs")]
    expect(sources, f"{path} has no sources")
    unsafe = any(re.search(r"\bunsafe\b", open(each, encoding="utf-8").read()) for each in sources)
    expect(unsafe == assembly.get("allowUnsafeCode"), f"{path}: allowUnsafeCode is not what its sources need")
    engine = any("using UnityEngine" in open(each, encoding="utf-8").read() for each in sources)
    expect(engine != assembly.get("noEngineReferences"), f"{path}: noEngineReferences is not what its sources need")

# A component has the name of its file, or Unity does not find it.
for path in paths:
    if path.endswith(".cs"):
        for name in re.findall(r"class (\w+) : MonoBehaviour", open(path, encoding="utf-8").read()):
            expect(os.path.basename(path) == f"{name}.cs", f"{path} has the component {name}")

# A .meta file for each file and folder that Unity sees, with GUIDs that are unique.
guids = {}
for path in paths:
    if path.endswith(".meta"):
        text = open(path, encoding="utf-8").read()
        guid = re.match(r"fileFormatVersion: 2\nguid: ([0-9a-f]{32})\n(folderAsset: yes\n)?\w+Importer:\n", text)
        expect(guid, f"{path} is no .meta file")
        expect(os.path.exists(path[:-5]), f"{path} belongs to nothing")
        if guid:
            expect(guid[1] not in guids, f"{path} has the GUID of {guids.get(guid[1])}")
            expect(bool(guid[2]) == os.path.isdir(path[:-5]), f"{path}: folderAsset is not what it is")
            guids[guid[1]] = path
    elif not path.endswith("~"):
        expect(os.path.exists(f"{path}.meta"), f"{path} has no .meta file")

for each in faults:
    print(each)
sys.exit(bool(faults))
