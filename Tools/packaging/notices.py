"""Writes the authors of the work in the packages, and its licences.

Usage: notices.py ROOT FOLDER [PACKAGE OF DEBIAN ...]; writes FOLDER/copyright and FOLDER/NOTICES.
The packages named are those whose libraries are included.
"""
import sys
from pathlib import Path

from materials import Materials

HEAD = """\
Trellis
Copyright: its authors
License: Apache-2.0

On Debian the text of this license is in /usr/share/common-licenses/Apache-2.0; in the archive it is in
the file LICENSE. The programs have parts by others, who want to pass on what is in the file NOTICES:
"""
SWIFT_LICENSE = "Apache-2.0 WITH Swift-exception"


def main(root: Path, folder: Path, brought: list[str]) -> None:
    materials = Materials(root)
    version, license = materials.swift
    lines = [HEAD, f"lib/trellis: the libraries of Swift {version}\n  License: {SWIFT_LICENSE}"]
    notices = [notice(f"Swift {version}", license)]
    for package in materials.linked:
        name = f"{package.name} {package.version}"
        lines.append(f"{', '.join(sorted(package.programs))}: {name}\n  License: {package.license}")
        notices += [
            notice(f"{name}: {file.relative_to(package.checkout)}", file) for file in package.notices
        ]
    for name in brought:
        lines.append(f"lib/trellis: a library of Debian's package {name}\n  License: see the file NOTICES")
        notices.append(notice(name, Path("/usr/share/doc") / name / "copyright"))
    (folder / "copyright").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "NOTICES").write_text("\n".join(notices), encoding="utf-8")


def notice(name: str, file: Path) -> str:
    line = "=" * 80
    return f"{line}\n{name}\n{line}\n\n{file.read_text(encoding='utf-8').strip()}\n\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
