import AppSupport
import Crypto
import ServerStorage

/// The hash of a password with everything that is needed to check one against it.
///
/// Written as a PHC string, `$scrypt$ln=17,r=8,p=1$salt$hash`, so that another function can follow.
struct PasswordHash: Sendable {
  static let saltCount = 16
  static let hashCount = 32

  let parameters: ScryptParameters
  let salt: [UInt8]
  private let hash: SymmetricKey

  /// Hashes a password with a new salt.
  init(
    _ password: [UInt8],
    salt: [UInt8],
    parameters: ScryptParameters
  ) throws {
    self.parameters = parameters
    self.salt = salt
    hash = SymmetricKey(
      data: try parameters.derive(password, salt: salt, count: PasswordHash.hashCount)
    )
  }

  /// Reads a PHC string; nil if it is not one of this function.
  init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let parameters = ScryptParameters(phc: parts[2]), let salt = Base64.standard.bytes(parts[3]),
      let hash = Base64.standard.bytes(parts[4]), !salt.isEmpty,
      hash.count == PasswordHash.hashCount
    else { return nil }
    self.parameters = parameters
    self.salt = salt
    self.hash = SymmetricKey(data: hash)
  }

  /// A hash that no password matches, and that takes as long to check as others.
  static func dummy(_ parameters: ScryptParameters, random: RandomBytes) -> PasswordHash {
    PasswordHash(parameters, salt: random(saltCount), hash: random(hashCount))
  }

  private init(_ parameters: ScryptParameters, salt: [UInt8], hash: [UInt8]) {
    (self.parameters, self.salt) = (parameters, salt)
    self.hash = SymmetricKey(data: hash)
  }

  /// Whether both are of one password with one salt; keys are compared in constant time.
  func equals(_ other: PasswordHash) -> Bool { hash == other.hash }

  var text: String {
    let hash = hash.withUnsafeBytes { Array($0) }
    let numbers = "ln=\(parameters.logN),r=\(parameters.r),p=\(parameters.p)"
    return "$scrypt$\(numbers)$\(Base64.standard.text(salt))$\(Base64.standard.text(hash))"
  }
}

extension ScryptParameters {
  /// Reads `ln=17,r=8,p=1`.
  fileprivate init?(phc text: Substring) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
    let names = ["ln=", "r=", "p="]
    guard numbers.count == 3, zip(numbers, names).allSatisfy({ $0.hasPrefix($1) }),
      let logN = Int(numbers[0].dropFirst(3)), let r = Int(numbers[1].dropFirst(2)),
      let p = Int(numbers[2].dropFirst(2))
    else { return nil }
    self.init(logN: logN, r: r, p: p)
  }
}
