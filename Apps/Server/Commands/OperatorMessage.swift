import Accounts
import Friends
import Journals
import Products
import ServerStorage

/// What the server's commands say of an error to the operator.
struct OperatorMessage {
  let text: String

  /// Nil for an error without a message: a bug, or an error of the command line.
  init?(_ error: any Error) {
    switch error {
    case let error as AccountsError: text = error.message
    case let error as FriendsError: text = error.message
    case let error as StoreFailure: text = error.message
    case let error as JournalError where error.code == .damaged:
      // The commands that mend a home would look for one of the operator's own.
      text = error.message + " To go back to a backup, type: trellis-server restore FOLDER"
    default:
      guard let message = ErrorMessage(error)?.message else { return nil }
      text = message
    }
  }
}
