import Core
import FileSystem
import Locks

/// The calendar that programs of this machine may subscribe to, under an address that nobody guesses.
///
/// The token in the address is kept in a file that only its owner can read, and in the clear, because
/// the person must find the address again: whoever reads the file has what the calendar shows anyway.
public final class CalendarFeed: Sendable {
  private struct Contents: Codable {
    var token: String?
  }

  private let file: String?
  private let token: Locked<String?>

  /// - Parameter path: the file that keeps the token; nil for in memory.
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

  /// Makes an address, unless there is one.
  ///
  /// - Throws: a ``DomainError`` when it cannot be kept.
  func turnOn() throws { if path == nil { try renew() } }

  /// Makes an address that takes the place of the one there is, which is not answered any more.
  func renew() throws { try keep(RandomToken.make(bytes: 24)) }

  /// Forgets the address.
  func turnOff() throws { try keep(nil) }

  /// Writes the token to the file, if there is one, before anybody is told it.
  private func keep(_ next: String?) throws {
    try token.withLockUnchecked { token in
      if let file { try WebFile.write(try JSON.encode(Contents(token: next)), to: file) }
      token = next
    }
  }
}
