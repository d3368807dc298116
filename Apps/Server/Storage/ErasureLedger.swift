import Core
import Crypto
import FileSystem

/// A list of erasures, so that they can be repeated after a backup is restored.
///
/// It is a file outside of the store and of its backups, and contains only hashes of random ids, and
/// days. Several programs may add to it at once. Nodes that share a database also share a ledger
/// there, which decides; the file of each is a copy that survives when an older backup of the
/// database is restored, and ``join()`` brings the two together.
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
  private let shared: SharedLedger?

  /// - Parameters:
  ///   - content: the contents of the store whose erasures these are: `accounts`.
  ///   - place: where that store is kept.
  /// - Throws: ``StoreFailure`` if the shared ledger in a database cannot be opened.
  package init(
    _ path: String,
    _ content: String,
    in place: StorePlace
  ) throws(StoreFailure) {
    log = LineLog(path)
    name = StoreName(content, path)
    shared = try SharedLedger(content, in: place)
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

  /// The keys of all lines, without their days; of the shared ledger if there is one.
  ///
  /// - Throws: ``StoreFailure`` for a file that is not a ledger.
  package func keys() throws(StoreFailure) -> Set<String> {
    let lines = if let shared { try shared.lines() } else { try ownLines() }
    return Set(lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
  }

  /// Checks that the file is a ledger, or that there is none yet.
  ///
  /// - Throws: ``StoreFailure`` for another file.
  package func check() throws(StoreFailure) { try read { _ in false } }

  /// Adds lines, which are durable then; a duplicate does no harm.
  package func record(_ new: [String]) throws(StoreFailure) {
    guard !new.isEmpty else { return }
    // What only the file has reaches the others at the next start.
    try append(new)
    try shared?.add(new)
  }

  /// Gives the file and the shared ledger what only the other has.
  ///
  /// It must be called at each start: the database may be an older backup, and a node may have been
  /// away while others erased.
  package func join() throws(StoreFailure) {
    if let shared { try append(try shared.join(try ownLines())) }
  }

  /// Adds lines to the file.
  ///
  /// Whoever finds no title writes one together with the first lines, at the end of what others may
  /// have written meanwhile; a title too many is a line that names nothing.
  private func append(_ new: [String]) throws(StoreFailure) {
    guard !new.isEmpty else { return }
    let title = try read { _ in false } ? [] : [ErasureLedger.title]
    do throws(FileError) {
      try log.append((title + new).map { Array($0.utf8) })
    } catch { throw .system(error.code, name) }
  }

  private func ownLines() throws(StoreFailure) -> [String] {
    var lines: [String] = []
    try read { line in
      // Without a line that was cut off, and a title that two programs wrote.
      if line.split(separator: " ").count == 3, line != ErasureLedger.title { lines.append(line) }
      return true
    }
    return lines
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
        // A crash may have cut off the title, and the next program has written it again.
        isForeign = !ErasureLedger.title.hasPrefix(line)
        return !isForeign
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
        "The file \(path) is not a ledger of erasures. It was left as it is. Choose another file, or "
        + "put back the ledger: without it, what was erased could come back.",
      detail: path
    )
  }
}
