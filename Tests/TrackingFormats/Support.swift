import Core
import Foundation
import Testing
import TrackingContract

@testable import TrackingFormats

/// A folder for the files of one test, removed at its end.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "formats-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }
}

/// Files written by other programs, stored outside the package.
///
/// Tests of files that are not available are skipped, with a note.
enum SharedFixtures {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/fixtures").path

  static var areAtHand: Bool { FileManager.default.fileExists(atPath: root) }

  static func path(_ name: String) -> String { "\(root)/\(name)" }
}

/// A SplitMix64 generator (Steele, Lea, Flood 2014), so that a failure can be reproduced.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Returns the error that reading throws; fails the test if it throws none.
func refusal(
  _ path: String,
  as format: ImportFormat? = nil,
  limits: ImportLimits = ImportLimits(),
  at location: SourceLocation = #_sourceLocation
) -> String {
  do throws(FormatError) {
    _ = try ImportReader.read(path: path, format: format, limits: limits)
    Issue.record("it was read", sourceLocation: location)
    return ""
  } catch {
    return error.description
  }
}

func day(_ text: String) throws -> Day { try #require(Day(text)) }

extension ImportedHistory {
  func habit(_ title: String) throws -> ImportedHabit {
    try #require(habits.first { $0.details.title == title })
  }
}

extension ImportedHabit {
  func entry(_ day: String) -> Entry? {
    entries.first { $0.day.description == day }?.entry
  }
}
