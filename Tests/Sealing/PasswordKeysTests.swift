import Core
import Crypto
import CryptoExtras
import Testing

@testable import Sealing

@Suite struct PasswordKeysTests {
  private static let salt = Array("sixteen bytes ok".utf8)
  private static let parameters = PasswordParameters(salt: salt, n: 1 << 15, r: 8, p: 1)

  @Test(arguments: [
    (
      "password", "NaCl", 1024, 8, 16,
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d98"
        + "30dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", 16384, 8, 1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a"
        + "9af9e61e85dc0d651e40dfcf017b45575887"
    ),
  ])
  func `scrypt gives the values of RFC 7914`(
    password: String,
    salt: String,
    n: Int,
    r: Int,
    p: Int,
    expected: String
  ) throws {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8),
      salt: Array(salt.utf8),
      outputByteCount: 64,
      rounds: n,
      blockSize: r,
      parallelism: p
    )
    #expect(Hexadecimal.text(key.bytes) == expected)
  }

  @Test func `HKDF gives the values of RFC 5869`() throws {
    let material = [UInt8](repeating: 0x0b, count: 22)
    let info = try #require(Hexadecimal.bytes("f0f1f2f3f4f5f6f7f8f9".utf8))
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: material),
      salt: Array(UInt8(0)...12),
      info: info,
      outputByteCount: 42
    )
    let expected =
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    #expect(Hexadecimal.text(key.bytes) == expected)
    let withoutSalt = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: material),
      info: [UInt8](),
      outputByteCount: 42
    )
    let third =
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    #expect(Hexadecimal.text(withoutSalt.bytes) == third)
  }

  /// Computed by Python's `hashlib.scrypt` and `hmac`.
  @Test func `the keys of a password are the same for ever`() throws {
    let keys = try PasswordKeys(password: "correct horse", parameters: PasswordKeysTests.parameters)
    #expect(keys.proof == "8cbc56c20fe93e3eed36caeeeee06633fb29d73ac712c09fac486453a7f402ed")
    #expect(
      Hexadecimal.text(keys.wrapping.bytes)
        == "8ea9c4fb26000d9342290c87cc1d7d6a478f1a5b61082fa513aca562daf12b70"
    )
  }

  @Test func `another password and another salt give other keys`() throws {
    let keys = try PasswordKeys(password: "correct horse", parameters: PasswordKeysTests.parameters)
    let typo = try PasswordKeys(password: "correct Horse", parameters: PasswordKeysTests.parameters)
    let salt = Array(PasswordKeysTests.salt.reversed())
    let other = try PasswordKeys(
      password: "correct horse",
      parameters: PasswordParameters(salt: salt, n: 1 << 15, r: 8, p: 1)
    )
    #expect(Set([keys, typo, other].map(\.proof)).count == 3)
    #expect(Set([keys, typo, other].map(\.wrapping.bytes)).count == 3)
    #expect(keys.proof != Hexadecimal.text(keys.wrapping.bytes))
  }

  @Test(arguments: [
    ("A\u{30A}", "\u{C5}"), ("\u{212B}", "\u{C5}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
    ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"),
    ("ﬁ", "ﬁ"), ("correct horse", "correct horse"), ("", ""),
  ])
  func `a password is the same however its letters are composed`(typed: String, normal: String) {
    #expect(PasswordKeys.normalized(typed) == Array(normal.utf8))
  }

  @Test func `an empty password is refused`() {
    #expect(throws: DomainError.self) {
      try PasswordKeys(password: "", parameters: PasswordKeysTests.parameters)
    }
  }

  private static let weak: [(n: Int, r: Int, p: Int, saltBytes: Int)] = [
    (0x4000, 8, 1, 16),
    (0x20000, 4, 1, 16),
    (0x20000, 8, 0, 16),
    (0x20000, 8, -1, 16),
    (0, 8, 1, 16),
    (Int.min, 8, 1, 16),
    (Int.max, 8, 1, 16),
    (100_000, 8, 1, 16),
    (0x20000, 8, 1, 0),
    (0x20000, 8, 1, 15),
    (0x20000, 8, 1, 65),
  ]
  private static let excessive: [(n: Int, r: Int, p: Int, saltBytes: Int)] = [
    (0x200000, 8, 1, 16),
    (0x4000000000000000, 8, 1, 16),
    (0x20000, 16, 1, 16),
    (0x20000, Int.max, 1, 16),
    (0x20000, 8, 9, 16),
    (0x20000, 8, Int.max, 16),
  ]

  @Test func `a server cannot make a device derive keys cheaply, or without end`() {
    for (all, code) in [
      (PasswordKeysTests.weak, "password-parameters-weak"),
      (PasswordKeysTests.excessive, "password-parameters-excessive"),
    ] {
      for (n, r, p, saltBytes) in all {
        let salt = [UInt8](repeating: 7, count: saltBytes)
        let parameters = PasswordParameters(salt: salt, n: n, r: r, p: p)
        do throws(DomainError) {
          _ = try PasswordKeys(password: "correct horse", parameters: parameters)
          Issue.record("it was accepted: \(n) \(r) \(p) \(saltBytes)")
        } catch {
          #expect(error.code == code, "\(n) \(r) \(p) \(saltBytes)")
        }
      }
    }
  }

  @Test func `the parameters of new accounts are accepted, and no two have one salt`() throws {
    let parameters = PasswordParameters.new()
    try parameters.check()
    #expect(parameters.salt != PasswordParameters.new().salt)
    #expect(parameters.n == 1 << 17)
    #expect(try PasswordKeys(password: "x", parameters: parameters).proof.count == 64)
  }

  @Test func `parameters travel as JSON`() throws {
    let json = #"{"n":32768,"p":1,"r":8,"salt":"7369787465656e206279746573206f6b"}"#
    #expect(try JSON.encode(PasswordKeysTests.parameters) == Array(json.utf8))
    #expect(
      try JSON.decode(PasswordParameters.self, from: Array(json.utf8))
        == PasswordKeysTests.parameters
    )
    #expect(throws: DecodingError.self) {
      try JSON.decode(
        PasswordParameters.self,
        from: Array(#"{"n":1,"p":1,"r":8,"salt":"x"}"#.utf8)
      )
    }
  }
}
