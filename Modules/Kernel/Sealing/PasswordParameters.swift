import Core

/// How the keys of an account are derived from its password.
///
/// The server keeps the parameters and sends them to anybody who knows the address.
public struct PasswordParameters: Sendable, Hashable {
  /// Random, and different for each account.
  public let salt: [UInt8]
  /// The cost: scrypt's N, a power of two.
  public let n: Int
  /// The block size: scrypt's r.
  ///
  /// The memory needed is 128 · n · r bytes.
  public let r: Int
  /// The parallelization: scrypt's p, which multiplies the time.
  public let p: Int

  public init(salt: [UInt8], n: Int, r: Int, p: Int) {
    self.salt = salt
    self.n = n
    self.r = r
    self.p = p
  }

  /// The parameters of a new account, with a salt of its own.
  ///
  /// The cost is that of OWASP's Password Storage Cheat Sheet: 128 MiB, and half a second.
  public static func new() -> PasswordParameters {
    PasswordParameters(salt: RandomToken.bytes(16), n: 1 << 17, r: 8, p: 1)
  }

  /// The least cost that a device accepts.
  static let leastCost = 1 << 15
  /// The greatest cost that a device accepts, as n and as n · p: 1 GiB, and four seconds.
  static let greatestCost = 1 << 20

  /// Checks parameters that came from a server.
  ///
  /// A server that wants to guess passwords would ask for a proof that is cheap to try, and one
  /// that wants to do harm would ask for more memory than the device has.
  ///
  /// - Throws: a `DomainError` if a device must not use them.
  func check() throws(DomainError) {
    let isPowerOfTwo = n > 0 && n & (n - 1) == 0
    guard isPowerOfTwo, n >= PasswordParameters.leastCost, r >= 8, p >= 1,
      (16...64).contains(salt.count)
    else {
      throw DomainError(
        "password-parameters-weak",
        "The server asks for a derivation of your password that would be easy to guess. Nothing was "
          + "sent. Check the server's address, and ask whoever runs it."
      )
    }
    guard r == 8, n <= PasswordParameters.greatestCost, p <= PasswordParameters.greatestCost / n
    else {
      throw DomainError(
        "password-parameters-excessive",
        "The server asks for more memory or time to derive the keys from your password than this "
          + "program gives it. Nothing was sent. Check the server's address, and ask whoever runs it."
      )
    }
  }
}

/// As in the answer about sign-in: `{"n":131072,"p":1,"r":8,"salt":"<hexadecimal>"}`.
extension PasswordParameters: Codable {
  private enum CodingKeys: String, CodingKey { case n, p, r, salt }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard let salt = Hexadecimal.bytes(try members.decode(String.self, forKey: .salt).utf8) else {
      throw DecodingError.dataCorruptedError(
        forKey: .salt,
        in: members,
        debugDescription: "a salt is written in hexadecimal"
      )
    }
    self.init(
      salt: salt,
      n: try members.decode(Int.self, forKey: .n),
      r: try members.decode(Int.self, forKey: .r),
      p: try members.decode(Int.self, forKey: .p)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(n, forKey: .n)
    try members.encode(p, forKey: .p)
    try members.encode(r, forKey: .r)
    try members.encode(Hexadecimal.text(salt), forKey: .salt)
  }
}
