#!/usr/bin/python3
"""sbom.py FOLDER: FOLDER/sbom.spdx.json of an unpacked archive says of each file and library what is so.

Checked are what SPDX 2.3 asks of a document (names, licences, relationships, sums), that it lists every
file, and that each library linked has its licence text.
"""
import hashlib
import json
import re
import sys
from pathlib import Path

from license_expression import get_spdx_licensing

LISTS = {"sbom.spdx.json", "sha256sums"}


def digest(kind, content):
    return hashlib.new(kind.lower(), content).hexdigest()


def check_licences(document):
    known = get_spdx_licensing()
    own = {entry["licenseId"] for entry in document["hasExtractedLicensingInfos"]}
    used = set()
    for package in document["packages"]:
        licence = package["licenseDeclared"]
        if licence.startswith("LicenseRef-"):
            used.add(licence)
        else:
            assert not known.validate(licence, strict=True).errors, (package["name"], licence)
    assert used == own, (used, own)


def check_files(document, folder):
    """Every file of the folder with its sums; the code of the whole is that of its files (7.9)."""
    listed = {entry["fileName"]: entry for entry in document["files"]}
    there = {f"./{path.relative_to(folder)}": path.read_bytes() for path in folder.rglob("*")
             if path.is_file() and path.name not in LISTS}
    assert listed.keys() == there.keys(), listed.keys() ^ there.keys()
    for name, entry in listed.items():
        for checksum in entry["checksums"]:
            assert checksum["checksumValue"] == digest(checksum["algorithm"], there[name]), name
    whole = document["packages"][0]
    sums = "".join(sorted(digest("sha1", content) for content in there.values()))
    code = whole["packageVerificationCode"]
    assert code["packageVerificationCodeValue"] == digest("sha1", sums.encode()), code


def check_relationships(document):
    entries = document["packages"] + document["files"]
    ids = {entry["SPDXID"]: entry for entry in entries}
    assert len(ids) == len(entries), "two entries have one name"
    assert all(re.fullmatch(r"SPDXRef-[a-zA-Z0-9.-]+", name) for name in ids), ids
    for relation in document["relationships"]:
        source, kind, target = (relation[key] for key in
                                ("spdxElementId", "relationshipType", "relatedSpdxElement"))
        assert target in ids and source in {*ids, "SPDXRef-DOCUMENT"}, relation
        # A package whose files were not looked at has none (7.8).
        assert kind != "CONTAINS" or ids[source]["filesAnalyzed"], relation
    named = {relation["relatedSpdxElement"] for relation in document["relationships"]}
    assert named == ids.keys(), ids.keys() - named


def main():
    folder = Path(sys.argv[1])
    document = json.loads((folder / "sbom.spdx.json").read_text())
    assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
    assert document["name"] == folder.resolve().name
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"])
    check_licences(document)
    check_relationships(document)
    check_files(document, folder)
    for package in document["packages"][1:]:
        text = folder / "licences" / f"{package['name']}.txt"
        assert text.stat().st_size > 500, text
    print(f"{len(document['packages'])} packages, {len(document['files'])} files")


main()
