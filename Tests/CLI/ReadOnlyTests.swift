import Driver
import Foundation
import Testing

/// A home that cannot be written can still be read, in a mount namespace of the test's own.
@Suite(
  .enabled(if: geteuid() == 0, "only the superuser can mount"),
  .enabled(if: FileSystems.canBeMounted, "this system does not let a test mount")
)
struct ReadOnlyTests {
  private static let reading = [
    ["today"], ["week"], ["history"], ["list"], ["export"], ["verify"], ["backup", "/dev/stdout"],
  ]

  private func person() throws -> Person {
    let person = try Person()
    try person.ask("add", "Read", now: "2026-03-01T09:00:00Z")
    try person.ask("check", "Read", now: "2026-03-01T09:00:00Z")
    return person
  }

  @Test(arguments: [MountedHome.readOnly, .full])
  func `everything can be read and nothing is lost`(_ home: MountedHome) throws {
    let person = try person()
    for command in Self.reading {
      let outcome = try home.run(command, by: person, now: "2026-03-01T09:00:00Z")
      #expect(outcome.status == 0, "\(command): \(outcome.error)")
      #expect(!outcome.output.isEmpty)
    }
    let shown = try home.run(["today"], by: person, now: "2026-03-01T09:00:00Z").output
    #expect(shown.contains("Read"))
  }

  @Test(arguments: [MountedHome.readOnly, .full])
  func `writing is refused in words`(_ home: MountedHome) throws {
    let person = try person()
    let refusal = try home.run(["uncheck", "Read"], by: person, now: "2026-03-01T09:00:00Z")
    #expect(refusal.status == 1)
    #expect(refusal.error.asOneLine.contains("Everything that was confirmed before is safe"))
    #expect(try person.run("verify").status == 0)
  }
}

/// A way in which a home cannot be written.
enum MountedHome: String, CustomTestStringConvertible {
  case readOnly
  case full

  var testDescription: String { rawValue }

  /// Mounts over the home `$1`; the command follows.
  private var script: String {
    switch self {
    case .readOnly: #"mount --bind "$1" "$1"; mount -o remount,ro,bind "$1""#
    case .full:
      // A small disk with a copy of the home, filled to the last byte.
      #"""
      copy=$(mktemp -d); cp -a "$1/." "$copy"; mount -t tmpfs -o size=1m none "$1"
      cp -a "$copy/." "$1"; rm -rf "$copy"; head -c 2000000 /dev/zero >"$1/filling" 2>/dev/null
      """#
    }
  }

  func run(_ command: [String], by person: Person, now: String) throws -> Person.Outcome {
    let body = "\(script)\nshift; exec \"$@\""
    return try person.run(
      command,
      now: now,
      wrapper: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", body, "sh", person.home.path]
    )
  }
}
