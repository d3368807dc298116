import Core
import FileSystem
import Journals
import Loop
import Presentation
import Replication

/// The facts that erased others, stored outside of the backups.
///
/// A restored backup therefore does not bring back what its owner has erased.
///
/// One line of JSON for each; a line that was cut off by a crash is skipped.
struct FactLedger: Sendable {
  private struct Line: Codable {
    let erased: ErasedFact
    let space: SpaceID
  }

  private let log: LineLog

  init(_ path: String) { log = LineLog(path) }

  /// Adds lines, which are durable when this returns.
  ///
  /// - Throws: a ``DomainError`` if they cannot be written: nothing is erased then.
  func note(_ erased: [ErasedFact], of space: SpaceID) async throws {
    let lines = try erased.map { try JSON.encode(Line(erased: $0, space: space)) }
    let log = log
    try await Loop.offload {
      do throws(FileError) {
        try log.append(lines)
      } catch { throw FactLedger.unwritable(log.path) }
    }
  }

  /// Returns what was erased, by space.
  ///
  /// - Throws: a ``DomainError`` if it cannot be read.
  func read() throws -> [SpaceID: [ErasedFact]] {
    var result: [SpaceID: [ErasedFact]] = [:]
    try UserFile.readable(log.path) { () throws(FileContents.Failure) in
      try log.read { bytes in
        if let line = try? JSON.decode(Line.self, from: Array(bytes)) {
          result[line.space, default: []].append(line.erased)
        }
        return true
      }
    }
    return result
  }

  private static func unwritable(_ path: String) -> DomainError {
    DomainError(
      "ledger-unwritable",
      "\(path) cannot be written. Nothing was erased: free space, or give the server the right to it."
    )
  }
}
