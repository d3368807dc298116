import Core
import HTTPClient

/// What a home knows about the account that it is synchronized with; none of it is secret.
public struct SyncAccount: Sendable, Codable, Equatable {
  /// The origin of the server: `https://habits.example.org`.
  public let server: String
  /// The server's public key in hexadecimal, as received when this device signed in.
  public let serverKey: String
  /// The id of the account.
  public let account: String
  public let email: String
  /// The id of this device's session.
  public let session: String
  /// The product whose space is synchronized.
  public let product: String
  /// Whether the server cannot read what is synchronized.
  public let isSealed: Bool
  /// A file of certificates to trust beside those of the system, with its full path.
  public let authorities: String?

  private enum CodingKeys: String, CodingKey {
    case account, authorities = "caFile", email, isSealed = "sealed", product, server, serverKey,
      session
  }

  public init(
    server: String,
    serverKey: String,
    account: String,
    email: String,
    session: String,
    product: String,
    isSealed: Bool,
    authorities: String? = nil
  ) {
    self.server = server
    self.serverKey = serverKey
    self.account = account
    self.email = email
    self.session = session
    self.product = product
    self.isSealed = isSealed
    self.authorities = authorities
  }

  /// Whether it is an account of an address, however that is typed.
  func isOf(_ email: String) -> Bool {
    self.email.trimmed.lowercased() == email.trimmed.lowercased()
  }

  /// What to trust beside the certificates of the system at an address that a person has typed; nil
  /// if it is that of another server.
  public func authorities(at address: String) -> String? {
    (try? ServerAddress.parse(address))?.origin == server ? authorities : nil
  }

  /// Whether both are the same account of the same server.
  public func isSame(as other: SyncAccount) -> Bool {
    server == other.server && account == other.account
  }

  /// The error if a server denies what never changes.
  static let notSealed = DomainError(
    "not-sealed",
    "The server says that this account is not sealed, although it is. Nothing was sent: ask "
      + "whoever runs the server."
  )
}
