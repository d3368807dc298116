import Accounts
import Core
import FoundationEssentials
import Friends

/// The documents about accounts for programs; days and instants are as in all documents of Trellis.
enum AccountDocuments {
  /// A device's request to sign in.
  struct SignIn: Codable {
    let email: String
    let password: String
    let device: Device
  }

  struct SignUp: Codable {
    let email: String
    let password: String
    let invitation: String?
    let device: Device
    let sealed: Sealed?
  }

  /// What somebody signs up with before they are asked for a password.
  struct SignUpCheck: Codable {
    let email: String
    let invitation: String?
  }

  struct Device: Codable {
    let name: String
  }

  /// The keys of a sealed account, and how they are derived from its password.
  struct Sealed: Codable {
    let salt: String
    let n: Int
    let r: Int
    let p: Int
    let keys: Keys

    /// - Throws: ``AccountsError/badKeys`` for values that no device creates.
    var password: SealedPassword {
      get throws(AccountsError) {
        guard let salt = Hexadecimal.bytes(salt.utf8), n > 1, n.nonzeroBitCount == 1,
          let scrypt = ScryptParameters(logN: n.trailingZeroBitCount, r: r, p: p)
        else { throw .badKeys }
        return SealedPassword(
          parameters: SealingParameters(salt: salt, scrypt: scrypt),
          keyRing: try keys.ring
        )
      }
    }
  }

  /// A sealed key ring: the two boxes in base64, the key and the verifier in hexadecimal.
  struct Keys: Codable {
    let byPassword: String
    let byRecovery: String
    /// The SHA-256 of the proof that a reset of the password needs.
    let keyVerifier: String?
    let recoveryKey: String
    let version: Int

    init(_ ring: SealedKeyRing) {
      byPassword = Data(ring.byPassword).base64EncodedString()
      byRecovery = Data(ring.byRecovery).base64EncodedString()
      keyVerifier = ring.keyVerifier.map { Hexadecimal.text($0) }
      recoveryKey = Hexadecimal.text(ring.recoveryKey)
      version = ring.version
    }

    var ring: SealedKeyRing {
      get throws(AccountsError) {
        guard let byPassword = Data(base64Encoded: byPassword),
          let byRecovery = Data(base64Encoded: byRecovery),
          let recoveryKey = Hexadecimal.bytes(recoveryKey.utf8)
        else { throw .badKeys }
        let verifier: [UInt8]? =
          if let keyVerifier { try KeyVerifier(keyVerifier).bytes } else { nil }
        return SealedKeyRing(
          version: version,
          byPassword: Array(byPassword),
          byRecovery: Array(byRecovery),
          recoveryKey: recoveryKey,
          keyVerifier: verifier
        )
      }
    }
  }

  /// What checks a proof of the keys, in hexadecimal.
  struct KeyVerifier: Codable {
    let keyVerifier: String

    init(_ text: String) { keyVerifier = text }

    /// - Throws: ``AccountsError/badKeys`` for anything that is not in hexadecimal.
    var bytes: [UInt8] {
      get throws(AccountsError) {
        guard let bytes = Hexadecimal.bytes(keyVerifier.utf8) else { throw .badKeys }
        return bytes
      }
    }
  }

  struct Parameters: Codable {
    let n: Int?
    let p: Int?
    let r: Int?
    let salt: String?
    let sealed: Bool

    init(_ parameters: SealingParameters?) {
      sealed = parameters != nil
      salt = parameters.map { Hexadecimal.text($0.salt) }
      n = parameters.map { 1 << $0.scrypt.logN }
      r = parameters?.scrypt.r
      p = parameters?.scrypt.p
    }
  }

  /// The signed-in account, with the token that its device keeps.
  struct SignedInAnswer: Codable {
    let account: AccountAnswer
    let session: SessionAnswer
    let token: String

    init(_ signedIn: SignedIn) {
      account = AccountAnswer(signedIn.account)
      session = SessionAnswer(signedIn.session, isCurrent: true)
      token = signedIn.token
    }
  }

  struct AccountAnswer: Codable {
    let createdAt: String
    let email: String
    let id: String
    let sealed: Bool

    init(_ account: Account) {
      createdAt = account.createdAt.rfc3339(in: .utc)
      email = account.email
      id = "\(account.id)"
      sealed = account.isSealed
    }
  }

  struct SessionAnswer: Codable {
    let createdAt: String
    let current: Bool
    let expiresAt: String
    let id: String
    let kind: String
    let name: String
    /// Whether it began since the account's owner last confirmed all sessions.
    let new: Bool
    let product: String
    let usedAt: String

    init(_ session: Session, isCurrent: Bool, isNew: Bool = false) {
      new = isNew
      createdAt = session.createdAt.rfc3339(in: .utc)
      current = isCurrent
      expiresAt = session.expiresAt.rfc3339(in: .utc)
      id = "\(session.id)"
      kind = session.client.kind.rawValue
      name = session.client.name
      product = session.client.product
      usedAt = session.usedAt.rfc3339(in: .utc)
    }
  }

  struct SessionList: Codable {
    let items: [SessionAnswer]
  }

  struct Overview: Codable {
    struct Space: Codable {
      let bytes: Int
      let facts: Int
      let product: String
    }

    let createdAt: String
    let email: String
    let id: String
    let keyVersion: Int?
    let role: String
    let sealed: Bool
    let spaces: [Space]
  }

  struct PasswordChange: Codable {
    let current: String
    let new: String
    let sealed: Sealed?
  }

  /// The code of a link for a new password.
  struct ResetQuestion: Codable {
    let token: String
  }

  /// The sealed account of such a code.
  struct ResetAnswer: Codable {
    let email: String
    let id: String
    let keys: Keys

    init(_ reset: ResetAccount) {
      email = reset.account.email
      id = "\(reset.account.id)"
      keys = Keys(reset.keyRing)
    }
  }

  /// A new password by such a code; of a sealed account its proof, with the next keys and what
  /// proves that the owner has the present ones.
  struct PasswordReset: Codable {
    let keyProof: String?
    let token: String
    let new: String
    let sealed: Sealed?
  }

  struct Confirmation: Codable {
    let password: String
  }

  struct DeviceCodeRequest: Codable {
    let device: Device
  }

  struct DeviceCodeAnswer: Codable {
    let deviceCode: String
    let expiresIn: Int64
    let interval: Int64
    let page: String
    let userCode: String
  }

  struct Redemption: Codable {
    let deviceCode: String
  }

  struct Pending: Codable {
    let pending: Bool
  }

  /// Everything that is stored about a person, including among friends.
  struct Export: Codable {
    private enum Keys: CodingKey {
      case friends
    }

    let account: AccountExport
    let friends: FriendsExport

    init(account: AccountExport, friends: FriendsExport) {
      (self.account, self.friends) = (account, friends)
    }

    /// One document contains all of it.
    init(from decoder: any Decoder) throws {
      account = try AccountExport(from: decoder)
      friends = try decoder.container(keyedBy: Keys.self)
        .decode(FriendsExport.self, forKey: .friends)
    }

    func encode(to encoder: any Encoder) throws {
      try account.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(friends, forKey: .friends)
    }
  }

  struct Question: Codable {
    let email: String
  }
}
