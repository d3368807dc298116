import Core
import Glibc

/// The address of the calendar to which programs subscribe.
extension DaemonControl {
  /// What to do with the address.
  public enum CalendarChange: String, Encodable, Sendable {
    /// Keep it; it is created if there is none.
    case on
    /// Replace it with another one.
    case renew
    case off
  }

  private struct CalendarRequest: Encodable {
    let wish: CalendarChange
  }

  private struct Place: Decodable {
    let path: String?
  }

  /// Keeps, renews or removes the address.
  ///
  /// - Returns: the address; nil if there is none.
  /// - Throws: a ``DomainError`` when the daemon does not run or does not answer; without a daemon
  ///   an address can only be removed.
  public func calendar(_ change: CalendarChange) throws -> String? {
    guard let record = DaemonLock.holder(of: home), let port = record.port else {
      guard change == .off else { throw notRunning }
      try forget()
      return nil
    }
    let daemon = try DaemonConnection(record, home)
    let request = CalendarRequest(wish: change)
    let place = try daemon.ask("/control/calendar", request, as: Place.self)
    return place.path.map { "http://127.0.0.1:\(port)\($0)" }
  }

  private func forget() throws {
    guard unlink(home.calendarFeed) == 0 || errno == ENOENT else {
      throw DomainError(
        "home-unwritable",
        "\(home.calendarFeed) cannot be deleted (\(String(cString: strerror(errno)))). The address is "
          + "still good: delete that file yourself."
      )
    }
  }
}
