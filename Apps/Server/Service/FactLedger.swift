import Core
import FileSystem
import Journals
import Loop
import Presentation
import Replication
import ServerStorage

/// The facts that erased others, stored outside of the backups.
///
/// A restored backup therefore does not bring back what its owner has erased.
///
/// One line of JSON for each; a line that was cut off by a crash is skipped. Nodes that share a
/// database also share a ledger there, of which the file is a copy.
struct FactLedger: Sendable {
  private struct Line: Codable {
    let erased: ErasedFact
    let space: SpaceID
  }

  /// What a line is about.
  private struct Subject: Decodable {
    let space: SpaceID

    init?(_ line: some Sequence<UInt8>) {
      guard let read = try? JSON.decode(Subject.self, from: Array(line)) else { return nil }
      self = read
    }
  }

  private let log: LineLog
  private let shared: SharedLedger?

  init(_ path: String, shared: SharedLedger? = nil) {
    log = LineLog(path)
    self.shared = shared
  }

  /// Adds lines, which are durable when this returns.
  ///
  /// - Throws: a ``DomainError`` if they cannot be written, or a `StoreFailure` if the database
  ///   cannot: nothing is erased then.
  func note(_ erased: [ErasedFact], of space: SpaceID) async throws {
    let lines = try erased.map { try JSON.encode(Line(erased: $0, space: space)) }
    let (log, shared) = (log, shared)
    try await Loop.offload {
      do throws(FileError) {
        try log.append(lines)
      } catch { throw FactLedger.unwritable(log.path) }
      try shared?.add(lines.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// Returns what was erased, by space, after the shared ledger got what only the file has.
  ///
  /// - Throws: a ``DomainError`` if it cannot be read, or a `StoreFailure` if the database cannot.
  func read() throws -> [SpaceID: [ErasedFact]] {
    let own = try ownLines()
    try shared?.add(own)
    var result: [SpaceID: [ErasedFact]] = [:]
    for text in try shared?.lines() ?? own {
      // Those of a newer version, as in a file.
      guard let line = try? JSON.decode(Line.self, from: Array(text.utf8)) else { continue }
      result[line.space, default: []].append(line.erased)
    }
    return result
  }

  // MARK: Spaces that are gone

  /// The spaces that it names.
  func spaces() throws -> Set<SpaceID> {
    let own = try allLines().compactMap { Subject($0)?.space }
    let common = try shared?.lines().compactMap { Subject($0.utf8)?.space }
    return Set(own + (common ?? []))
  }

  /// Forgets what was erased in spaces that are gone as a whole.
  ///
  /// The ledger of accounts names these.
  ///
  /// The caller keeps others from adding to the file meanwhile.
  func forget(_ gone: Set<SpaceID>) throws {
    func isAbout(_ line: some Sequence<UInt8>) -> Bool {
      Subject(line).map { gone.contains($0.space) } ?? false
    }
    guard !gone.isEmpty else { return }
    let lines = try allLines()
    let kept = lines.filter { !isAbout($0) }
    if kept.count < lines.count {
      do throws(FileError) {
        try log.replace(with: kept)
      } catch { throw FactLedger.unwritable(log.path) }
    }
    guard let shared else { return }
    try shared.remove(try shared.lines().filter { isAbout($0.utf8) })
  }

  /// All lines of the file, also those of a newer version.
  private func allLines() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try UserFile.readable(log.path) { () throws(FileContents.Failure) in
      try log.read { bytes in
        lines.append(Array(bytes))
        return true
      }
    }
    return lines
  }

  // MARK: Two copies

  /// Gives the file and the shared ledger what only the other has.
  func join() throws {
    guard let shared else { return }
    let missing = try shared.join(try ownLines())
    guard !missing.isEmpty else { return }
    do throws(FileError) {
      try log.append(missing.map { Array($0.utf8) })
    } catch { throw FactLedger.unwritable(log.path) }
  }

  /// The complete lines of the file.
  private func ownLines() throws -> [String] {
    var lines: [String] = []
    try UserFile.readable(log.path) { () throws(FileContents.Failure) in
      try log.read { bytes in
        if (try? JSON.decode(Line.self, from: Array(bytes))) != nil {
          lines.append(String(decoding: bytes, as: UTF8.self))
        }
        return true
      }
    }
    return lines
  }

  private static func unwritable(_ path: String) -> DomainError {
    DomainError(
      "ledger-unwritable",
      "\(path) cannot be written. Nothing was erased: free space, or give the server the right to it."
    )
  }
}
