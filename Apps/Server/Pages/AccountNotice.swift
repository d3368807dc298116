import HTTPServing

/// The action that a form of an account has just performed, reported on the page that follows.
///
/// Its name is in the address of that page, since the browser may no longer be signed in.
enum AccountNotice: String {
  case passwordChanged = "password-changed"
  case passwordSet = "password-set"
  case accountDeleted = "account-deleted"

  private static let field = "done"

  /// The message for the page of a request; nil for none.
  init?(_ exchange: ServerExchange) {
    guard let name = exchange.queryValue(AccountNotice.field) else { return nil }
    self.init(rawValue: name)
  }

  var words: String {
    switch self {
    case .passwordChanged:
      "Your password is changed. Everything else that was signed in is signed out, and keeps what it holds."
    case .passwordSet: "Your new password is set. Sign in with it."
    case .accountDeleted:
      "Your account is deleted, with all that was kept here. Your devices keep what they hold."
    }
  }

  /// The address of a page with this message.
  func path(on path: String) -> String { "\(path)?\(AccountNotice.field)=\(rawValue)" }
}
