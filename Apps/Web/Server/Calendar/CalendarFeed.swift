import Core
import FileSystem
import Locks

/// The calendar that programs of this machine may subscribe to, under an unguessable address.
///
/// The token in the address is stored in a file that only its owner can read, and unencrypted,
/// because the person must find the address again: a reader of the file can read the calendar's
/// data anyway.
public final class CalendarFeed: Sendable {
  private struct Contents: Codable {
    var token: String?
  }

  private let file: String?
  private let token: Locked<String?>

  /// - Parameter path: the file with the token; nil for in memory.
  public init(path: String?) {
    file = path
    let kept = path.flatMap { WebFile.read($0) }
      .flatMap { try? JSON.decode(Contents.self, from: $0) }
    token = Locked(kept?.token)
  }

  /// The path of the calendar's address; nil while there is none.
  var path: String? { token.withLock { $0 }.map { "\(CalendarRoutes.folder)\($0).ics" } }

  /// Whether a file of the folder is the calendar.
  func isCalendar(_ name: String) -> Bool {
    guard name.hasSuffix(".ics"), let token = token.withLock({ $0 }) else { return false }
    return Secrets.areEqual(Array(name.utf8.dropLast(4)), Array(token.utf8))
  }

  /// Creates an address, unless there is one.
  ///
  /// - Throws: a ``DomainError`` if it cannot be stored.
  func turnOn() throws { if path == nil { try renew() } }

  /// Creates an address that replaces the present one, which is no longer answered.
  func renew() throws { try keep(RandomToken.make(bytes: 24)) }

  /// Removes the address.
  func turnOff() throws { try keep(nil) }

  /// Writes the token to the file, if there is one, before anybody learns it.
  private func keep(_ next: String?) throws {
    try token.withLockUnchecked { token in
      if let file { try WebFile.write(try JSON.encode(Contents(token: next)), to: file) }
      token = next
    }
  }
}
