/// A request to sign in, with the address it came from.
///
/// The address is any text that stays the same for a computer; for IPv6 the /64 network, since one
/// computer can have any number of addresses.
public struct SignInRequest: Sendable {
  public let email: String
  /// For a sealed account, the proof that was derived on the device.
  public let password: String
  public let client: SessionClient
  public let address: String

  public init(email: String, password: String, client: SessionClient, address: String) {
    self.email = email
    self.password = password
    self.client = client
    self.address = address
  }
}

/// A request to create an account.
public struct SignUpRequest: Sendable {
  public let signIn: SignInRequest
  public let invitation: String?
  /// Nil for an account that the server can read.
  public let sealed: SealedPassword?

  public init(_ signIn: SignInRequest, invitation: String? = nil, sealed: SealedPassword? = nil) {
    self.signIn = signIn
    self.invitation = invitation
    self.sealed = sealed
  }
}
