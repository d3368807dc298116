import Foundation

@testable import Core
@testable import TimeZones

/// A folder of files for a single test.
struct SampleFolder {
  let path: String

  init(_ files: [String: [UInt8]]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID())")
    path = folder.path
    for (name, bytes) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: file)
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)",
      withDestinationPath: target
    )
  }

  /// The zone of Vienna by its current rule, independent of the installed database.
  static func vienna() throws -> Zone {
    let file = SampleTZif(offsets: [3600], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    let folder = try SampleFolder(["Europe/Vienna": file.bytes])
    defer { folder.remove() }
    return try Zone(identifier: "Europe/Vienna", in: ZoneDatabase(folder: folder.path))
  }
}
