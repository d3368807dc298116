import Core
import Crypto
import FileSystem

/// A file that lists erasures, so that they can be repeated after a backup is restored.
///
/// It is kept outside of the database and of its backups. It contains only hashes of random ids,
/// and days. Its writers hold a transaction of the store, so that there is only one at a time: a file
/// has one for all programs, and of the nodes that share a database each has a ledger of its own.
package struct ErasureLedger: Sendable {
  /// What was erased.
  package enum Kind: String {
    case account
    case space
    /// A post that its author took down.
    case post
    /// A public page that its owner took down.
    case page
    /// A friendship that one of the two people has ended.
    case friendship
    /// A person was blocked.
    case block
    /// An invitation that was used or withdrawn.
    case invitation
  }

  private static let title = "trellis erasures 1"

  private let log: LineLog
  private let name: StoreName

  /// - Parameter content: the contents of the database whose erasures these are, for error
  ///   messages.
  package init(_ path: String, _ content: String) {
    log = LineLog(path)
    name = StoreName(content, path)
  }

  /// The line for a present erasure: `account HASH 2026-11-20`.
  package static func line(_ kind: Kind, _ id: some Identifier, at now: Instant) -> String {
    line(key(kind, id), at: now)
  }

  /// The line for a key.
  package static func line(_ key: String, at now: Instant) -> String {
    "\(key) \(Day(at: now, minutesEast: 0))"
  }

  /// The key with which a line begins.
  package static func key(_ kind: Kind, _ id: some Identifier) -> String {
    key(kind, bytes: withUnsafeBytes(of: id.rawValue.bigEndian) { [UInt8]($0) })
  }

  /// The key of something without an id, from bytes that nobody can guess.
  package static func key(_ kind: Kind, bytes: [UInt8]) -> String {
    "\(kind.rawValue) \(Hexadecimal.text(SHA256.hash(data: bytes)))"
  }

  /// The keys of all lines, without their days.
  ///
  /// - Throws: ``StoreFailure`` for a file that is not a ledger.
  package func keys() throws(StoreFailure) -> Set<String> {
    var keys: Set<String> = []
    try read { line in
      keys.insert(line.split(separator: " ").prefix(2).joined(separator: " "))
      return true
    }
    return keys
  }

  /// Checks that the file is a ledger, or that there is none yet.
  ///
  /// - Throws: ``StoreFailure`` for another file.
  package func check() throws(StoreFailure) { try read { _ in false } }

  /// Adds lines, which are durable then; a duplicate does no harm.
  package func record(_ new: [String]) throws(StoreFailure) {
    guard !new.isEmpty else { return }
    let isBegun = try read { _ in false }
    do throws(FileError) {
      if isBegun { return try log.append(new.map { Array($0.utf8) }) }
      // The title is written atomically: half of it would look like another kind of file.
      let text = ([ErasureLedger.title] + new).map { "\($0)\n" }.joined()
      try AtomicFile.write(Array(text.utf8), to: log.path)
    } catch { throw .system(error.code, name) }
  }

  /// - Parameter body: receives the lines after the title; returns false to stop.
  /// - Returns: whether the file has its title; false if there is no file, or an empty one.
  @discardableResult
  private func read(_ body: (String) -> Bool) throws(StoreFailure) -> Bool {
    var (isTitled, isForeign) = (false, false)
    do throws(FileContents.Failure) {
      try log.read { bytes in
        let line = String(decoding: bytes, as: UTF8.self)
        if isTitled { return body(line) }
        isTitled = line == ErasureLedger.title
        isForeign = !isTitled
        return isTitled
      }
    } catch {
      if case .system(let error) = error { throw .system(error.code, name) }
      throw .unavailable(name, "\(log.path): \(error)")
    }
    if isForeign { throw .foreignLedger(log.path) }
    return isTitled
  }
}

extension StoreFailure {
  /// The file at the ledger's path is not a ledger.
  fileprivate static func foreignLedger(_ path: String) -> StoreFailure {
    StoreFailure(
      code: .foreign,
      message:
        "The file \(path) is no ledger of erasures. It was left as it is. Choose another file, or "
        + "put back the ledger: without it, what was erased could come back.",
      detail: path
    )
  }
}
