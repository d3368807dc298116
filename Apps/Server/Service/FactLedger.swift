import Core
import FileSystem
import Glibc
import Journals
import Loop
import Presentation
import Replication

/// The facts that erased others, outside of the backups, so that a restored one does not bring back
/// what its owner has erased.
///
/// One line of JSON for each; a line that was cut off by a crash is passed over.
struct FactLedger: Sendable {
  private struct Line: Codable {
    let erased: ErasedFact
    let space: SpaceID
  }

  let path: String

  init(_ path: String) { self.path = path }

  /// Adds lines, which are on disk then.
  ///
  /// - Throws: a ``DomainError`` if they cannot be written: nothing is erased then.
  func note(_ erased: [ErasedFact], of space: SpaceID) async throws {
    let lines = try erased.map { try JSON.encode(Line(erased: $0, space: space)) }
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    let path = path
    try await Loop.offload {
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw FactLedger.unwritable(path) }
      defer { close(file) }
      guard write(file, bytes, bytes.count) == bytes.count, fdatasync(file) == 0 else {
        throw FactLedger.unwritable(path)
      }
    }
  }

  /// What was erased, by space.
  func read() throws -> [SpaceID: [ErasedFact]] {
    guard access(path, F_OK) == 0 else { return [:] }
    var result: [SpaceID: [ErasedFact]] = [:]
    for line in try UserFile.read(path).split(separator: UInt8(ascii: "\n")) {
      guard let line = try? JSON.decode(Line.self, from: Array(line)) else { continue }
      result[line.space, default: []].append(line.erased)
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
