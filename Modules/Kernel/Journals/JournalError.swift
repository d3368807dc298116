/// Why a journal could not do as asked.
///
/// Its words are for the person at the screen.
public struct JournalError: Error, Sendable, CustomStringConvertible {
  /// What kind of trouble it is, for code that must choose what to do.
  public enum Code: String, Sendable {
    /// The disk or quota is full.
    case full
    /// Another program holds the file for longer than we wait.
    case busy
    /// The file may not be written.
    case readOnly
    /// The file is damaged or not a journal.
    case damaged
    /// The file was written by a newer version.
    case tooNew
    /// Any other failure of the store.
    case unavailable
  }

  public let code: Code
  /// What happened and what to do, in plain words.
  public let message: String
  /// What the store itself said, for a bug report.
  public let detail: String

  public init(_ code: Code, _ message: String, detail: String = "") {
    self.code = code
    self.message = message
    self.detail = detail
  }

  public var description: String { detail.isEmpty ? message : "\(message) (\(detail))" }
}
