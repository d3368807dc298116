import Core
import Crypto
import FileSystem

/// A file that names what was erased, so that it can be erased again after a backup was restored.
///
/// It is kept outside of the database and of its backups. It has only hashes of random ids, and days.
/// Whoever writes it has a transaction of the database open, so that nobody else does.
struct ErasureLedger: Sendable {
  /// What was erased.
  enum Kind: String {
    case account
    case space
  }

  private static let title = "trellis erasures 1"
  private static let longest = 64 << 20

  private let path: String

  init(_ path: String) { self.path = path }

  /// The line for something that is erased now: `account HASH 2026-11-20`.
  static func line(_ kind: Kind, _ id: some Identifier, at now: Instant) -> String {
    "\(key(kind, id)) \(Day(at: now, minutesEast: 0))"
  }

  /// What a line begins with that names this.
  static func key(_ kind: Kind, _ id: some Identifier) -> String {
    let bytes = withUnsafeBytes(of: id.rawValue.bigEndian) { [UInt8]($0) }
    return "\(kind.rawValue) \(Hexadecimal.text(SHA256.hash(data: bytes)))"
  }

  /// The beginnings of all lines, without their days.
  ///
  /// - Throws: ``AccountsError/store(_:)`` for a file that is no ledger.
  func keys() throws(AccountsError) -> Set<String> {
    Set(try lines().map { line in line.split(separator: " ").prefix(2).joined(separator: " ") })
  }

  /// Adds lines, unless the file has them; they are on disk when this returns.
  func record(_ new: [String]) throws(AccountsError) {
    let known = try lines()
    let missing = Set(new).subtracting(known).sorted()
    guard !missing.isEmpty else { return }
    let text = ([ErasureLedger.title] + known + missing).joined(separator: "\n") + "\n"
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch { throw .store(.system(error.code, path)) }
  }

  private func lines() throws(AccountsError) -> [String] {
    let bytes: [UInt8]
    do throws(FileContents.Failure) {
      bytes = try FileContents.read(path, limit: ErasureLedger.longest, allowsPipes: false)
    } catch {
      if case .system(let error) = error {
        // There is none before the first erasure.
        if error.isMissingFile { return [] }
        throw .store(.system(error.code, path))
      }
      throw .store(.unavailable("\(path): \(error)"))
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.first == ErasureLedger.title else { throw .store(.foreignLedger(path)) }
    return Array(lines.dropFirst())
  }
}
