/// The record that a running daemon publishes in its lock file.
public struct DaemonRecord: Codable, Sendable, Equatable {
  /// How notices reach a person.
  public enum Notices: String, Codable, Sendable {
    /// They appear on the desktop.
    case desktop
    /// There is no desktop to show them on, so they wait in the inbox.
    case inbox
    /// The product has no notices.
    case none
  }

  public let pid: Int32
  public let version: String
  public var product: String
  /// The folder it serves.
  public let home: String
  /// The start time in RFC 3339.
  public let startedAt: String
  public var port: Int?
  /// The app's address for a browser; nil until the daemon listens.
  public var address: String?
  /// The socket file for other programs of the same person.
  public var socket: String?
  public var notices: Notices

  public init(
    pid: Int32,
    version: String,
    product: String,
    home: String,
    startedAt: String,
    notices: Notices = .none
  ) {
    self.pid = pid
    self.version = version
    self.product = product
    self.home = home
    self.startedAt = startedAt
    self.notices = notices
  }

  /// The location for people: `process 4711, at http://trellis-3f9c07ab.localhost:4747/`.
  public var location: String {
    guard let address else { return "process \(pid), which is still starting" }
    return "process \(pid), at \(address)"
  }
}
