#!/usr/bin/env python3
"""Archives and lists of tools/release, the same bytes for the same files.

pack.py sums FOLDER                 writes FOLDER/sha256sums
pack.py archive FOLDER OUTPUT       packs FOLDER, with its name, into a .tar.gz or .zip
pack.py sbom FOLDER NAME VERSION <PARTS
                                    writes FOLDER/sbom.spdx.json (SPDX 2.3). A line of PARTS is one
                                    library: name, version, licence, where it is from, SHA-256 or -
Times are SOURCE_DATE_EPOCH.
"""
import datetime
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
import zipfile
from pathlib import Path

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
LISTS = ("sbom.spdx.json", "sha256sums")
# Licences that SPDX has no name for.
EXTRACTED = [{
    "licenseId": "LicenseRef-xz-public-domain",
    "extractedText": "liblzma is in the public domain; licences/liblzma.txt has the words of its authors.",
}]


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def mode_of(path):
    return 0o755 if path.stat().st_mode & 0o100 else 0o644


def sums(folder):
    target = folder / "sha256sums"
    target.unlink(missing_ok=True)
    target.write_text("".join(
        f"{sha256(path)}  {path.relative_to(folder)}\n" for path in files_of(folder)))


def write_tar(folder, output):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in files_of(folder):
            info = tarfile.TarInfo(str(path.relative_to(folder.parent)))
            info.size, info.mtime, info.mode = path.stat().st_size, EPOCH, mode_of(path)
            with path.open("rb") as content:
                tar.addfile(info, content)
    with output.open("wb") as out, gzip.GzipFile("", "wb", 9, out, EPOCH) as packed:
        packed.write(raw.getvalue())


def write_zip(folder, output):
    when = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files_of(folder):
            info = zipfile.ZipInfo(str(path.relative_to(folder.parent)), when)
            info.external_attr = mode_of(path) << 16
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())


def identifier(name):
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in name)


def package(name, version, licence, origin, checksum):
    entry = {
        "SPDXID": "SPDXRef-Package-" + identifier(name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": origin or "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "supplier": "NOASSERTION",
    }
    if checksum != "-":
        entry["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum}]
    return entry


def sbom(folder, name, version):
    parts = [line.split("\t") for line in sys.stdin.read().splitlines()]
    whole = package("flatline", version, "MIT", "NOASSERTION", "-")
    packages = [whole] + [package(*part) for part in parts]
    licences = {entry["licenseDeclared"] for entry in packages}
    packed = [path for path in files_of(folder) if path.name not in LISTS]
    files = [{
        "SPDXID": "SPDXRef-File-" + identifier(str(path.relative_to(folder))),
        "fileName": f"./{path.relative_to(folder)}",
        "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(path.read_bytes()).hexdigest()},
                      {"algorithm": "SHA256", "checksumValue": sha256(path)}],
        "licenseConcluded": "NOASSERTION",
        "copyrightText": "NOASSERTION",
    } for path in packed]
    # Who names the files of a package says what they are together (SPDX 2.3, 7.9).
    sha1s = "".join(sorted(entry["checksums"][0]["checksumValue"] for entry in files))
    whole["filesAnalyzed"] = True
    whole["packageVerificationCode"] = {
        "packageVerificationCodeValue": hashlib.sha1(sha1s.encode()).hexdigest(),
        "packageVerificationCodeExcludedFiles": [f"./{name}" for name in LISTS],
    }
    own = whole["SPDXID"]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own)]
    relations += [(own, "CONTAINS", entry["SPDXID"]) for entry in files]
    relations += [(own, "STATIC_LINK", entry["SPDXID"]) for entry in packages[1:]]
    digest = hashlib.sha256("".join(f["checksums"][1]["checksumValue"] for f in files).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://flatline.invalid/spdx/{name}-{digest}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime(
                "%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: flatline-tools-release"],
        },
        "packages": packages,
        "files": files,
        "hasExtractedLicensingInfos": [entry for entry in EXTRACTED if entry["licenseId"] in licences],
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in relations],
    }
    (folder / "sbom.spdx.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def main():
    match sys.argv[1:]:
        case ["sums", folder]:
            sums(Path(folder))
        case ["archive", folder, output]:
            (write_zip if output.endswith(".zip") else write_tar)(Path(folder), Path(output))
        case ["sbom", folder, name, version]:
            sbom(Path(folder), name, version)
        case _:
            raise SystemExit(__doc__)


main()
