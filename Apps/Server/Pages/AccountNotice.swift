import HTTPServing

/// What a form of an account has just done, told on the page that follows.
///
/// Its name is in the address of that page, since the browser may be signed in no longer.
enum AccountNotice: String {
  case passwordChanged = "password-changed"
  case passwordSet = "password-set"
  case accountDeleted = "account-deleted"

  private static let field = "done"

  /// What the page of a request is to tell; nil if nothing.
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

  /// The address of a page that tells it.
  func told(on path: String) -> String { "\(path)?\(AccountNotice.field)=\(rawValue)" }
}
