import Core
import Crypto
import FileSystem

/// A file that names what was erased, so that it can be erased again after a backup was restored.
///
/// It is kept outside of the database and of its backups. It has only hashes of random ids, and days.
/// Whoever writes it has a transaction of the database open, so that nobody else does.
package struct ErasureLedger: Sendable {
  /// What was erased.
  package enum Kind: String {
    case account
    case space
    /// A post that its author took down.
    case post
    /// A public page that its owner took down.
    case page
    /// A friendship that one of the two has ended.
    case friendship
    /// That somebody has blocked a person.
    case block
    /// An invitation that was used or withdrawn.
    case invitation
  }

  private static let title = "trellis erasures 1"

  private let log: LineLog
  private let name: StoreName

  /// - Parameter content: what the database keeps whose erasures these are, as its errors say it.
  package init(_ path: String, _ content: String) {
    log = LineLog(path)
    name = StoreName(content, path)
  }

  /// The line for something that is erased now: `account HASH 2026-11-20`.
  package static func line(_ kind: Kind, _ id: some Identifier, at now: Instant) -> String {
    line(key(kind, id), at: now)
  }

  /// The line for what a key names.
  package static func line(_ key: String, at now: Instant) -> String {
    "\(key) \(Day(at: now, minutesEast: 0))"
  }

  /// What a line begins with that names this.
  package static func key(_ kind: Kind, _ id: some Identifier) -> String {
    key(kind, bytes: withUnsafeBytes(of: id.rawValue.bigEndian) { [UInt8]($0) })
  }

  /// Likewise of something that has no id, named by bytes that nobody can guess.
  package static func key(_ kind: Kind, bytes: [UInt8]) -> String {
    "\(kind.rawValue) \(Hexadecimal.text(SHA256.hash(data: bytes)))"
  }

  /// The beginnings of all lines, without their days.
  ///
  /// - Throws: ``StoreFailure`` for a file that is no ledger.
  package func keys() throws(StoreFailure) -> Set<String> {
    var keys: Set<String> = []
    try read { line in
      keys.insert(line.split(separator: " ").prefix(2).joined(separator: " "))
      return true
    }
    return keys
  }

  /// Makes sure that the file is a ledger, or that there is none yet.
  ///
  /// - Throws: ``StoreFailure`` for another file.
  package func check() throws(StoreFailure) { try read { _ in false } }

  /// Adds lines, which are on disk then; one that is there already does no harm.
  package func record(_ new: [String]) throws(StoreFailure) {
    guard !new.isEmpty else { return }
    let isBegun = try read { _ in false }
    do throws(FileError) {
      if isBegun { return try log.append(new.map { Array($0.utf8) }) }
      // The title is whole or not there: by half of it the file would count as another one.
      let text = ([ErasureLedger.title] + new).map { "\($0)\n" }.joined()
      try AtomicFile.write(Array(text.utf8), to: log.path)
    } catch { throw .system(error.code, name) }
  }

  /// - Parameter body: is given the lines after the title; returns false to read no further.
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
  /// The file at the ledger's path is none.
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
