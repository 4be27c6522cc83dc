"""Loses power under commands: lose_power.py OVERLAND SEED MOST

Records what a command writes, by strace, and replays it up to each call. A disk keeps what was
synced; of all else it may keep the names without the bytes, the bytes without the names, both or
none. In each of these states the output is old or new and whole, and after the end it is new. Builds
in parts go on from some of the states.
"""
import os
import re
import shutil
import subprocess
import sys

from scenes import OLD, begin, sample

CALLS = "openat,write,pwrite64,lseek,ftruncate,fsync,fdatasync,rename,unlink,mkdir,rmdir,close"
LOG = "power.log"


def text_of(quoted):
    return bytes.fromhex(quoted.replace("\\x", ""))


class Disk:
    """Files and names, as the system shows them and as they are on disk."""

    def __init__(self):
        first = {"shown": bytearray(OLD), "kept": OLD}
        self.names, self.kept_names = {"out": first}, {"out": first}
        self.open = {}  # descriptor -> [file or folder, position]

    def folder(self, path):
        return os.path.dirname(path) or "."

    def apply(self, call, arguments, result):
        """Makes a call. False: it changes nothing."""
        if call == "openat":
            path = os.path.normpath(text_of(re.search(r'"(.*?)"', arguments)[1]).decode())
            file = self.names.get(path)
            if "O_CREAT" in arguments and file is None:
                file = self.names[path] = {"shown": bytearray(), "kept": b""}
            if file is not None and "O_TRUNC" in arguments:
                file["shown"] = bytearray()
            self.open[result] = [file if file is not None else path, 0]
            return "O_CREAT" in arguments
        if call in ("rename", "unlink", "mkdir", "rmdir"):
            paths = [os.path.normpath(text_of(quoted).decode())
                     for quoted in re.findall(r'"(.*?)"', arguments)]
            if call == "rename":
                self.names[paths[1]] = self.names.pop(paths[0])
            elif call == "unlink":
                self.names.pop(paths[0], None)
            return True
        number = int(re.match(r"\d+", arguments)[0])
        at = self.open.get(number)
        if call == "close" or at is None:
            self.open.pop(number, None)
            return False
        if call in ("fsync", "fdatasync"):
            if isinstance(at[0], str):
                for names in (self.kept_names, self.names):
                    for path in [path for path in names if self.folder(path) == at[0]]:
                        if path not in self.names:
                            del self.kept_names[path]
                        else:
                            self.kept_names[path] = self.names[path]
            else:
                at[0]["kept"] = bytes(at[0]["shown"])
            return True
        if isinstance(at[0], str):
            return False
        if call == "lseek":
            at[1] = result
            return False
        if call == "ftruncate":
            length = int(arguments.split(",")[1])
            at[0]["shown"] = at[0]["shown"][:length].ljust(length, b"\0")
            return True
        written = text_of(re.search(r'"(.*?)"', arguments)[1])[:result]
        place = int(arguments.rsplit(",", 1)[1]) if call == "pwrite64" else at[1]
        shown = at[0]["shown"]
        if len(shown) < place:
            shown.extend(bytes(place - len(shown)))
        shown[place:place + len(written)] = written
        at[1] = place + len(written) if call == "write" else at[1]
        return True

    def states(self):
        for names in (self.names, self.kept_names):
            yield "bytes shown", {path: bytes(file["shown"]) for path, file in names.items()}
            yield "bytes kept", {path: file["kept"] for path, file in names.items()}
            yield "lengths kept", {path: file["kept"][:len(file["shown"])].ljust(
                len(file["shown"]), b"\0") for path, file in names.items()}


def record(scene):
    scene.put_old()
    code, said = scene.run(["strace", "-f", "-xx", "-s", "100000000", "-o", LOG, "-e", "trace=" + CALLS])
    if code != 0:
        sys.exit(f"{scene.name}: {said}")
    begun = {}  # thread -> its call, which another thread's call parted in the log
    for line in open(LOG, encoding="utf-8"):
        thread, text = line.rstrip("\n").split(maxsplit=1)
        if text.endswith("<unfinished ...>"):
            begun[thread] = text[:-len("<unfinished ...>")]
            continue
        if text.startswith("<... "):
            text = begun.pop(thread) + text.split(" resumed>", 1)[1]
        call = re.match(r"(\w+)\((.*)\) += (-?\d+)", text)
        if call and int(call[3]) >= 0:
            yield call[1], call[2], int(call[3])


def resume(scene, state):
    scene.put_old()
    os.mkdir("out.parts")
    for path, held in state.items():
        with open(path, "wb") as file:
            file.write(held)
    code, said = scene.run([])
    if code != 0 or open("out", "rb").read() != scene.new or os.path.exists("out.parts"):
        sys.exit(f"{scene.name}: it does not go on from {[(p, len(b)) for p, b in state.items()]}; {said}")


scenes, draw, most = begin(sys.argv)
cases = resumed = 0
for scene in scenes:
    disk = Disk()
    to_resume = []
    for call, arguments, result in list(record(scene)):
        if not disk.apply(call, arguments, result):
            continue
        for kind, state in disk.states():
            if state.get("out") not in (OLD, scene.new):
                sys.exit(f"{scene.name}: power fails after {call}({arguments[:60]}), {kind}: the "
                         "output is neither old nor new")
            cases += 1
            if any(path.startswith("out.parts") for path in state):
                to_resume.append({path: bytes(held) for path, held in state.items()})
    for kind, state in disk.states():
        if state.get("out") != scene.new:
            sys.exit(f"{scene.name}: power fails after its end, {kind}: the output is the old one")
    for state in sample(draw, range(len(to_resume)), most):
        resume(scene, to_resume[state])
        resumed += 1
print(f"power failed in {cases} states, builds went on from {resumed}")
if cases < 100 or resumed == 0:
    sys.exit("hardly any state was tried")
