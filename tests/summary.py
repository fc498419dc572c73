#!/usr/bin/env python3
"""tests/summary.py RESULTS [--full]: what ctest's JUnit file RESULTS says of single tests.

A room of tests prints "N passed, N failed, N skipped" and a line "skipped: NAME: needs ..." for each
that is skipped (tests/support/room_main.cpp); any other test of ctest counts as one. Prints
"N passed, N skipped: reasons"; their names go into skipped.txt beside RESULTS. With --full exit code
1 where something is skipped for another reason than a corpus, a reference or a machine that is not
there: its packages bring the rest.
"""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)
SKIPPED = re.compile(r"^skipped: (\S+): (.*)$", re.MULTILINE)
# What --full accepts: nothing that a package brings, and nothing without a reason.
ACCEPTED = re.compile(r"^needs (?!the package )")


def results_of(test):
    """passed, failed, [(name, reason) of what was skipped] of a testcase of ctest."""
    name = test.get("name")
    output = test.findtext("system-out") or ""
    skipped = [(f"{name}: {one}", reason) for one, reason in SKIPPED.findall(output)]
    counts = COUNTS.findall(output)
    if counts:
        passed, failed, told = (int(count) for count in counts[-1])
        if len(skipped) != told:
            skipped += [(name, "no reason")] * (told - len(skipped))
        # A room may also end badly although each of its tests is well.
        return passed, failed or int(test.get("status") == "fail"), skipped
    if test.get("status") == "run":
        return 1, 0, skipped
    if test.get("status") == "fail":
        return 0, 1, skipped
    return 0, 0, skipped[:1] or [(name, test.get("status") or "no reason")]


def main(results, full):
    tests = list(ElementTree.parse(results).getroot().iter("testcase"))
    passed = failed = 0
    reasons = collections.defaultdict(list)
    for test in tests:
        well, badly, skipped = results_of(test)
        passed += well
        failed += badly
        for name, reason in skipped:
            reasons[reason].append(name)
    with open(pathlib.Path(results).parent / "skipped.txt", "w") as file:
        for reason, names in sorted(reasons.items()):
            file.writelines(f"{name}: {reason}\n" for name in sorted(names))
    refused = sorted(reason for reason in reasons if not ACCEPTED.match(reason))
    if full and refused:
        print("--full skips nothing that its packages bring: " + "; ".join(refused))
    line = f"{passed} passed, " + (f"{failed} failed, " if failed else "")
    line += f"{sum(map(len, reasons.values()))} skipped"
    told = "; ".join(f"{reason} ({len(names)})" for reason, names in sorted(reasons.items()))
    print(line + (": " + told if told else ""))
    return int(not passed or failed != 0 or (full and refused != []))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--full" in sys.argv[2:]))
