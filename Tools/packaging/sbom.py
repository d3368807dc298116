"""Writes the bill of materials of a package, in SPDX 2.3.

Usage: sbom.py ROOT TREE VERSION NAME, with the time in SOURCE_DATE_EPOCH; prints the document.
"""
import datetime
import hashlib
import json
import os
import re
import sys
import uuid
from pathlib import Path

from materials import OPTIONAL, Materials, SystemLibrary, binaries, is_of_system, library

SELF = "SPDXRef-trellis"
SWIFT = "SPDXRef-swift-runtime"
UNKNOWN = "NOASSERTION"


def main(root: Path, tree: Path, version: str, name: str) -> None:
    bill = Bill(Materials(root), tree)
    bill.describe(version)
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": uuid.uuid5(uuid.NAMESPACE_URL, f"{name} {bill.code()}").urn,
        "creationInfo": {"created": created(), "creators": ["Tool: Tools/package"]},
        "packages": bill.packages,
        "files": bill.files,
        "relationships": bill.relationships,
    }
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    print()


def created() -> str:
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Bill:
    def __init__(self, materials: Materials, tree: Path):
        self.materials = materials
        self.tree = tree
        self.binaries = binaries(tree)
        self.packages: list[dict] = []
        self.relationships: list[dict] = []
        self.files = [self._file(path) for path in self.binaries]

    def describe(self, version: str) -> None:
        self._add(SELF, "trellis", version, "Apache-2.0", analyzed=True)
        self._relate("SPDXRef-DOCUMENT", "DESCRIBES", SELF)
        for file in self.files:
            self._relate(SELF, "CONTAINS", file["SPDXID"])
        self._describe_packages()
        self._describe_swift()
        self._describe_system()

    def code(self) -> str:
        """The code with which SPDX verifies a set of files (SPDX 2.3, 7.9)."""
        sums = sorted(file["checksums"][0]["checksumValue"] for file in self.files)
        return hashlib.sha1("".join(sums).encode()).hexdigest()

    def _describe_packages(self) -> None:
        for package in self.materials.packages:
            place = re.sub(r"^\w+://|\.git$", "", package.location)
            id = reference(package.name)
            self._add(
                id,
                package.name,
                package.version,
                package.license,
                downloadLocation=f"git+{package.location}@{package.revision}",
                externalRefs=[purl(f"pkg:swift/{place}@{package.version}")],
            )
            for program in sorted(package.programs):
                self._relate(file_id(Path("bin") / program), "STATIC_LINK", id)
            if not package.programs:
                why = "Resolved with the others; nothing of it is in the programs."
                self._relate(SELF, "OTHER", id, comment=why)

    def _describe_swift(self) -> None:
        version, _ = self.materials.swift
        self._add(SWIFT, "swift-runtime", version, "Apache-2.0 WITH Swift-exception")
        self._relate(SELF, "DYNAMIC_LINK", SWIFT)
        for path in self.binaries:
            if path.parent.name == "trellis" and not is_of_system(path):
                self._relate(self._id(path), "GENERATED_FROM", SWIFT)

    def _describe_system(self) -> None:
        found = {item.package: item for item in self.materials.system(self.tree)}
        for item in found.values():
            self._add_library(item, "The version that the programs were linked to.")
            self._relate(SELF, "DYNAMIC_LINK", reference(item.package))
        brought = {path.name: path for path in self.binaries if is_of_system(path)}
        for path in brought.values():
            self._relate(self._id(path), "COPY_OF", reference(library(path.name).package))
        for name, use in OPTIONAL.items():
            self._add(reference(name), name, None, UNKNOWN, comment=f"Loaded {use}, if it is there.")
            self._relate(reference(name), "OPTIONAL_DEPENDENCY_OF", SELF)

    def _add_library(self, item: SystemLibrary, comment: str) -> None:
        refs = [purl(f"pkg:deb/debian/{item.package.replace('+', '%2B')}@{item.version.replace('+', '%2B')}")]
        self._add(
            reference(item.package), item.package, item.version, UNKNOWN, comment=comment, externalRefs=refs
        )

    def _add(self, id, name, version, license, analyzed=False, **more) -> None:
        package = {
            "SPDXID": id,
            "name": name,
            "downloadLocation": UNKNOWN,
            "filesAnalyzed": analyzed,
            "licenseConcluded": license,
            "licenseDeclared": license,
            "copyrightText": UNKNOWN,
            **more,
        }
        if version:
            package["versionInfo"] = version
        if analyzed:
            package["packageVerificationCode"] = {"packageVerificationCodeValue": self.code()}
            package["licenseInfoFromFiles"] = [UNKNOWN]
        self.packages.append(package)

    def _relate(self, one: str, kind: str, other: str, **more) -> None:
        related = {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
        self.relationships.append({**related, **more})

    def _file(self, path: Path) -> dict:
        content = path.read_bytes()
        return {
            "SPDXID": self._id(path),
            "fileName": f"./{path.relative_to(self.tree)}",
            "fileTypes": ["BINARY"],
            "checksums": [
                {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()},
            ],
            "licenseConcluded": UNKNOWN,
            "licenseInfoInFiles": [UNKNOWN],
            "copyrightText": UNKNOWN,
        }

    def _id(self, path: Path) -> str:
        inside = path.relative_to(self.tree)
        return file_id(Path(*inside.parts[1:]) if inside.parts[0] == "usr" else inside)


def reference(name: str) -> str:
    return "SPDXRef-package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def file_id(path: Path) -> str:
    return "SPDXRef-file-" + re.sub(r"[^A-Za-z0-9.-]", "-", str(path))


def purl(text: str) -> dict:
    return {
        "referenceCategory": "PACKAGE-MANAGER",
        "referenceType": "purl",
        "referenceLocator": text,
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4])
