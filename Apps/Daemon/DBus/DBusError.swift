import Glibc

/// What can go wrong on a bus.
public enum DBusError: Error, Sendable, Equatable {
  /// There is no bus here.
  case noBus(String)
  /// The bus rejects this user.
  case refused(String)
  /// The connection ended.
  case lost
  /// No answer came in time.
  case late
  /// The answer was an error of that name.
  case remote(name: String, message: String)
  /// The message is malformed.
  case malformed(String)
  /// The value to send does not fit into a message.
  case unsendable(String)

  /// Returns the error for a connection that ends because sd-bus returned this code.
  init(ending code: Int32) {
    switch -code {
    case EPERM, EACCES: self = .refused(DBusError.words(code))
    case EBADMSG: self = .malformed(DBusError.words(code))
    default: self = .lost
    }
  }

  /// The system's description of a result below 0.
  static func words(_ code: Int32) -> String { String(cString: strerror(-code)).lowercased() }
}

extension DBusError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noBus(let why): "There is no session bus: \(why)."
    case .refused(let why): "The session bus refused this user: \(why)."
    case .lost: "The connection to the session bus ended."
    case .late: "The session bus did not answer in time."
    case .remote(let name, let message): "\(message) (\(name))"
    case .malformed(let why): "The session bus sent what cannot be read: \(why)."
    case .unsendable(let why): "The session bus cannot transmit this: \(why)."
    }
  }
}
