/// Why an operation of a journal failed.
///
/// Its texts are for the user. They name no commands, as a journal does not know whether it is in a
/// home or on a server: each program adds the ways back that it has.
public struct JournalError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for code that handles kinds differently.
  public enum Code: String, Sendable {
    /// The disk or quota is full.
    case full
    /// Another program holds the file for longer than the timeout.
    case busy
    /// The file cannot be written.
    case readOnly
    /// The file is damaged or not a journal.
    case damaged
    /// The file was written by a newer version.
    case tooNew
    /// The disk did not confirm a write: the data may have been kept or not.
    case unconfirmed
    /// Any other failure of the store.
    case unavailable
  }

  public let code: Code
  /// What happened and what to do, in plain words.
  public let message: String
  /// The store's own message, for a bug report.
  public let detail: String
  /// The kind of fact whose module could not read it; nil for any other failure.
  public let kind: String?

  public init(_ code: Code, _ message: String, detail: String = "", kind: String? = nil) {
    self.code = code
    self.message = message
    self.detail = detail
    self.kind = kind
  }

  public var description: String { detail.isEmpty ? message : "\(message) (\(detail))" }
}
