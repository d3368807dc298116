import Core
import Sealing

// The server's answers below `/api/v1`.

/// A server's public description of itself.
public struct ServerInfo: Sendable, Codable, Equatable {
  /// The length of an Ed25519 public key (RFC 8032, 5.1.5).
  static let keyBytes = 32

  public let name: String
  public let version: String
  /// The product that is served at the requested host name.
  public let product: String
  public let title: String
  public let products: [ServedProduct]
  /// `open`, `invitation` or `closed`.
  public let signUp: String
  /// The public key with which it signs receipts, in hexadecimal.
  public let key: String

  public struct ServedProduct: Sendable, Codable, Equatable {
    public let name: String
    public let title: String
    public let address: String
  }
}

/// The document for a device that has signed in.
public struct SignedIn: Sendable, Codable, Equatable {
  /// 256 random bits that identify the session.
  public let token: String
  public let account: SignedInAccount
  public let session: DeviceSession

  public struct SignedInAccount: Sendable, Codable, Equatable {
    public let id: String
    public let email: String
    public let isSealed: Bool

    private enum CodingKeys: String, CodingKey { case email, id, isSealed = "sealed" }
  }
}

/// A device that is signed in.
public struct DeviceSession: Sendable, Codable, Equatable {
  public let id: String
  public let name: String
  public let createdAt: String
  public let usedAt: String
  /// Whether it is the one that asks.
  public let isCurrent: Bool
  /// Whether the account's owner has not yet confirmed it; nil from an older server.
  public let isNew: Bool?

  private enum CodingKeys: String, CodingKey {
    case createdAt, id, isCurrent = "current", isNew = "new", name, usedAt
  }
}

/// How an address signs in; for an unknown one the server invents parameters.
public struct SignInParameters: Sendable, Decodable, Equatable {
  /// Nil if the server gets the password itself.
  public let sealed: PasswordParameters?

  private enum CodingKeys: String, CodingKey { case sealed }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    sealed =
      try members.decode(Bool.self, forKey: .sealed) ? PasswordParameters(from: decoder) : nil
  }
}

/// The sealed account whose owner was given a code for a new password.
public struct ResetAccount: Sendable, Codable, Equatable {
  public let id: String
  public let email: String
  public let keys: KeyRingDocument
}

/// A code with which another device approves a device (RFC 8628, 3.2).
public struct DeviceCode: Sendable, Codable, Equatable {
  /// A secret that only the device knows.
  public let deviceCode: String
  /// The code that the person types where they are signed in: `WDJB-MJHT`.
  public let userCode: String
  /// The address of that page.
  public let page: String
  /// The lifetime in seconds.
  public let expiresIn: Int
  /// The polling interval in seconds.
  public let interval: Int
}

/// An account as the server stores it.
public struct ServerAccount: Sendable, Codable, Equatable {
  public let id: String
  public let email: String
  public let isSealed: Bool
  public let createdAt: String
  public let spaces: [Space]
  /// The version of the key ring of a sealed account.
  public let keyVersion: Int?

  private enum CodingKeys: String, CodingKey {
    case createdAt, email, id, isSealed = "sealed", keyVersion, spaces
  }

  /// What the server stores for one product.
  public struct Space: Sendable, Codable, Equatable {
    public let product: String
    public let facts: Int
    public let bytes: Int
  }

  /// The number of entries that the server has for a product.
  public func entries(of product: String) -> Int {
    spaces.first { $0.product == product }?.facts ?? 0
  }
}

/// The data that a sealed account has instead of a password known to the server.
public struct SealedPassword: Sendable, Codable, Equatable {
  public let parameters: PasswordParameters
  public let keys: KeyRingDocument

  public init(parameters: PasswordParameters, keys: KeyRingDocument) {
    self.parameters = parameters
    self.keys = keys
  }

  private enum CodingKeys: String, CodingKey { case keys }

  public init(from decoder: any Decoder) throws {
    parameters = try PasswordParameters(from: decoder)
    keys = try decoder.container(keyedBy: CodingKeys.self).decode(
      KeyRingDocument.self,
      forKey: .keys
    )
  }

  /// The members of the parameters, with `keys` beside them.
  public func encode(to encoder: any Encoder) throws {
    try parameters.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(keys, forKey: .keys)
  }
}
