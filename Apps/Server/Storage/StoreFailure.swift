/// Why a file of the server's own stores could not be used.
public struct StoreFailure: Error, Sendable, Equatable {
  public enum Code: String, Sendable {
    /// The disk is full.
    case full = "disk-full"
    /// Another program has been writing for too long.
    case locked = "store-locked"
    case readOnly = "store-read-only"
    case damaged = "store-damaged"
    /// The file belongs to another program.
    case foreign = "store-foreign"
    /// A newer version wrote it.
    case tooNew = "store-too-new"
    /// The disk did not confirm a change, which may or may not be stored.
    case unconfirmed = "store-unconfirmed"
    case unavailable = "store-unavailable"
  }

  public let code: Code
  /// What happened and what to do, for a person.
  public let message: String
  /// For the operator: the file and the system's message.
  public let detail: String
  /// Whether it ends without anybody's help, such as when a database has started again.
  public let isPassing: Bool

  public init(code: Code, message: String, detail: String, isPassing: Bool = false) {
    self.code = code
    self.message = message
    self.detail = detail
    self.isPassing = isPassing
  }
}

/// The errors of a store, including that its file could not be used.
public protocol StoreError: Error {
  static func store(_ failure: StoreFailure) -> Self
}

extension StoreFailure: StoreError {
  public static func store(_ failure: StoreFailure) -> StoreFailure { failure }
}
