import Core

/// The client that signs in: a program on a device, or a browser.
public struct SessionClient: Sendable, Equatable {
  /// The kinds of clients, whose sessions have different lifetimes.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case device
    case browser
  }

  /// The number of characters of a name or a product that are stored.
  static let longest = 64

  /// A name by which its owner recognizes it, without control characters, and never empty.
  public let name: String
  /// The product that it uses, such as `sober`.
  public let product: String
  public let kind: Kind

  public init(name: String, product: String, kind: Kind) {
    let cleaned = String(TextRule.line.cleaned(name).prefix(SessionClient.longest))
    let unnamed = kind == .browser ? "A browser" : "A device"
    self.name = cleaned.isEmpty ? unnamed : cleaned
    self.product = String(TextRule.line.cleaned(product).prefix(SessionClient.longest))
    self.kind = kind
  }
}

/// A device or browser that is signed in.
///
/// Source: OWASP ASVS 5.0, 7.2 to 7.5.
public struct Session: Sendable, Equatable {
  public let id: SessionID
  public let client: SessionClient
  public let createdAt: Instant
  /// When its user last proved their identity.
  public let signedInAt: Instant
  /// When it was last used, stored with a delay of up to an hour.
  public let usedAt: Instant
  /// When it ends unless it is used before.
  public let expiresAt: Instant
}

/// A session with its token, which is returned once.
public struct SignedIn: Sendable, Equatable {
  public let account: Account
  public let session: Session
  /// 256 random bits in hexadecimal; the store keeps only their hash.
  public let token: String
}

/// The sender of a request.
public struct Caller: Sendable, Equatable {
  public let account: Account
  public let session: Session
  /// The account's spaces at the time of the request.
  public let spaces: [AccountSpace]

  public init(account: Account, session: Session, spaces: [AccountSpace] = []) {
    self.account = account
    self.session = session
    self.spaces = spaces
  }
}
