"""Fails calls of the system under commands, one after the other, by strace:

    fail_calls.py OVERLAND SEED MOST

Writes fail for a full disk, a broken one and an interruption; so do syncs, renames and reads.
"""
import collections
import re
import sys

from scenes import begin, sample

FAULTS = {"write": ["ENOSPC", "EIO", "EINTR"], "fsync": ["EIO", "EINTR"], "rename": ["EACCES", "EIO"],
          "pread64": ["EIO", "EINTR"], "read": ["EIO", "EINTR"], "mkdir": ["ENOSPC"],
          "close": ["EIO"], "mmap": ["ENOMEM"], "ftruncate": ["EIO"], "lseek": ["EINVAL"]}
LOG = "strace.log"
scenes, draw, most = begin(sys.argv)
cases = failed = 0
for scene in scenes:
    scene.put_old()
    scene.run(["strace", "-f", "-o", LOG, "-e", "trace=munmap," + ",".join(FAULTS)])
    # The calls up to the first munmap are the loader's.
    first, last, is_loaded = collections.Counter(), collections.Counter(), False
    for line in open(LOG, encoding="utf-8", errors="replace"):
        call = re.match(r"\d+ +(\w+)\(", line)
        if call:
            is_loaded = is_loaded or call[1] == "munmap"
            first[call[1]] += not is_loaded
            last[call[1]] += 1
    for call, errors in FAULTS.items():
        for error in errors:
            for at in sample(draw, range(first[call] + 1, last[call] + 1), most):
                scene.put_old()
                code, said = scene.run(["strace", "-f", "-o", LOG, "-e", "trace=" + call, "-e",
                                        f"inject={call}:error={error}:when={at}"])
                hit = [line for line in open(LOG, encoding="utf-8", errors="replace")
                       if "(INJECTED)" in line]
                silent = any(re.match(r"\d+ +write\([12],", line) for line in hit)
                scene.check(f"{call} {at} of {last[call]} fails with {error}", code, said, silent)
                cases += 1
                failed += code != 0
print(f"{cases} calls failed, after which {failed} commands did")
if failed < 20:
    sys.exit("hardly any command failed")
