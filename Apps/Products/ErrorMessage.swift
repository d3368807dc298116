import Core
import Journals
import Engine
import Presentation
import Runtime
import TrackingFormats

/// An error message for a person, with a code for programs.
public struct ErrorMessage: Sendable {
  public let code: String
  public let message: String
  /// The same where there is no terminal: it names no command.
  public let pageMessage: String
  /// Whether what was refused can never succeed (`DomainError.isFinal`).
  public let isFinal: Bool
  /// The name of the value that it is about (`DomainError.field`).
  public let field: String?

  /// Nil for an error without a message: a bug, or an error of the command line.
  public init?(_ error: any Error) {
    let refusal = error as? DomainError
    (isFinal, field) = (refusal?.isFinal ?? false, refusal?.field)
    switch error {
    case let refusal as DomainError:
      (code, message) = (refusal.code, refusal.message)
      pageMessage = refusal.pageMessage ?? refusal.message
    case let error as JournalError:
      let isDamaged = error.code == .damaged
      code = "storage-\(error.code.rawValue)"
      message = error.message + (isDamaged ? ErrorMessage.repair : "")
      pageMessage = error.message + (isDamaged ? ErrorMessage.pageRepair : "")
    case let merge as InterruptedMerge:
      guard let cause = ErrorMessage(merge.cause) else { return nil }
      code = "import-interrupted"
      message = ErrorMessage.interrupted(merge, by: cause.message)
      pageMessage = ErrorMessage.interrupted(merge, by: cause.pageMessage)
    case let error as HostError:
      (code, message, pageMessage) = ("modules", error.description, error.description)
    case let error as FormatError:
      (code, message, pageMessage) = ("import-unreadable", error.description, error.description)
    default: return nil
    }
  }

  /// The message for a page, with days as pages write them.
  public func onPage(today: Day) -> String { pageMessage.withDaysInWords(today: today) }

  private static let repair =
    " To see what is wrong, and what can be saved, type: trellis doctor. To see the copies that there "
    + "are, type: trellis backup list. To go back to one or to a backup, type: trellis restore FILE"

  private static let pageRepair =
    " You can go back to a copy or a backup in the settings, under “Import, export, backup”."

  private static func interrupted(_ merge: InterruptedMerge, by cause: String) -> String {
    let added = merge.added.counted(
      "entry was added and is kept",
      "entries were added and are kept"
    )
    return "\(added); then this happened: \(cause) Import the same file again to add the rest."
  }
}
