import Accounts
import HTTPServing
import HTTPTypes
import Pages

/// What all forms of accounts share.
enum AccountForms {
  /// No form here has more than a few short fields.
  static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.body, limits.upload, limits.bodyTimeout) = (32 << 10, 32 << 10, 30)
    return limits
  }()

  /// The browser that sends a form.
  static func browser(_ exchange: ServerExchange) -> SessionClient {
    SessionClient(
      name: BrowserName.short(exchange.header(.userAgent)),
      product: exchange.product.name,
      kind: .browser
    )
  }
}

extension RefusedForm {
  /// A form of an account that was refused.
  init(at path: String, _ fields: FormFields, _ error: AccountsError) {
    self.init(at: path, fields, error.message, about: error.field)
  }
}

extension AccountsError {
  /// The field of a form that it is about; nil if it is about none.
  fileprivate var field: String? {
    switch self {
    case .badEmail: "email"
    case .badCredentials: "password"
    case .weakPassword: "new"
    case .invitationNeeded, .badInvitation: "invitation"
    case .expiredCode: "code"
    default: nil
    }
  }
}
