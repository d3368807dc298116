import Core
import Journals
import Engine
import Runtime
import TrackingFormats

/// An error message for a person, with a code for programs.
public struct ErrorMessage: Sendable {
  public let code: String
  public let message: String
  /// Whether what was refused can never succeed (`DomainError.isFinal`).
  public let isFinal: Bool
  /// The name of the value that it is about (`DomainError.field`).
  public let field: String?

  /// Nil for an error without a message: a bug, or an error of the command line.
  public init?(_ error: any Error) {
    let refusal = error as? DomainError
    (isFinal, field) = (refusal?.isFinal ?? false, refusal?.field)
    switch error {
    case let refusal as DomainError: (code, message) = (refusal.code, refusal.message)
    case let error as JournalError:
      let how =
        error.code == .damaged
        ? " To see what is wrong, and what can be saved, type: trellis doctor. To go back to a "
          + "backup, type: trellis restore FILE"
        : ""
      (code, message) = ("storage-\(error.code.rawValue)", error.message + how)
    case let merge as InterruptedMerge:
      guard let cause = ErrorMessage(merge.cause) else { return nil }
      code = "import-interrupted"
      message =
        "\(merge.added) entries were added and are kept; then this happened: \(cause.message) "
        + "Import the same file again to add the rest."
    case let error as HostError: (code, message) = ("modules", error.description)
    case let error as FormatError: (code, message) = ("import-unreadable", error.description)
    default: return nil
    }
  }
}
