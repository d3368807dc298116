import Accounts
import HTTPServing
import HTTPTypes

/// What all forms of accounts share.
enum AccountForms {
  /// No form here has more than a few short fields.
  static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.body, limits.upload, limits.arrival) = (32 << 10, 32 << 10, 30)
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
