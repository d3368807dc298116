import Core
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct PasswordTests {
  @Test func `scrypt gives the keys of RFC 7914, section 12`() throws {
    let first = try #require(ScryptParameters(logN: 10, r: 8, p: 16))
    #expect(
      Hexadecimal.text(
        try first.derive(Array("password".utf8), salt: Array("NaCl".utf8), count: 64)
      ) == """
        fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
        2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
        """
    )
    let second = try #require(ScryptParameters(logN: 14, r: 8, p: 1))
    #expect(
      Hexadecimal.text(
        try second.derive(
          Array("pleaseletmein".utf8),
          salt: Array("SodiumChloride".utf8),
          count: 64
        )
      ) == """
        7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
        d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
        """
    )
  }

  @Test func `a password is kept as a PHC string with the parameters of OWASP`() throws {
    let salt = (0..<16).map { UInt8($0) }
    let hash = try PasswordHash(Array(good.utf8), salt: salt, parameters: .standard)
    // Computed by OpenSSL, by way of Python's hashlib.scrypt.
    #expect(
      hash.text == "$scrypt$ln=17,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$"
        + "NCqcdSz9ewTXEcirjg8NsfGcHYhGQXuEbfXzVJlT2lk"
    )
    let read = try #require(PasswordHash(text: hash.text))
    #expect(read.equals(hash))
    #expect(read.parameters == .standard)
  }

  @Test(arguments: [
    "", "$scrypt$", "$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA",
    "$scrypt$ln=17,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$", "$scrypt$ln=99,r=8,p=1$AAEC$AAEC",
    "$scrypt$r=8,ln=4,p=1$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODw",
  ])
  func `another text is no hash of a password`(text: String) {
    #expect(PasswordHash(text: text) == nil)
  }

  /// swift-crypto ignores `maxMemory` and leaves one page; see ``ScryptParameters``.
  @Test func `parameters that swift-crypto cannot compute are refused before`() throws {
    let most = try #require(ScryptParameters(logN: 4, r: 16, p: 1))
    #expect(throws: Never.self) { try most.derive([1], salt: [2], count: 32) }
    #expect(ScryptParameters(logN: 4, r: 17, p: 1) == nil)
    let tooMuch = ScryptParameters(checkedLogN: 4, r: 17, p: 1)
    #expect(throws: (any Error).self) { try tooMuch.derive([1], salt: [2], count: 32) }
    let two = try #require(ScryptParameters(logN: 4, r: 32, p: 2))
    #expect(throws: Never.self) { try two.derive([1], salt: [2], count: 32) }
    for (logN, r, p) in [(0, 8, 1), (25, 1, 1), (20, 16, 1), (4, 0, 1), (4, 8, 0), (17, 1, 1)] {
      #expect(ScryptParameters(logN: logN, r: r, p: p) == nil)
    }
  }

  @Test(arguments: [
    "password", "Password1", "passw0rd!!", "P@ssw0rd123", "12345678", "87654321", "qwertyuiop",
    "abcdefgh", "aaaaaaaa", "abcabcabc", "iloveyou", "Sunshine2024", "letmein123", "1q2w3e4r5t",
    "trellis123", "correct horse battery staple", "ann@example.org", "annette.long",
    "Annette.long1",
  ])
  func `what everybody tries first is refused`(password: String) throws {
    let email = try EmailAddress(
      password == "ann@example.org" ? password : "annette.long@example.org"
    )
    #expect(throws: AccountsError.self) { try PasswordRule.check(password, of: email) }
  }

  @Test(arguments: [
    "trellis1", "Trellis-Server", "hobbyist", "H0bbyist1", "beebloom!", "sober2026", "Streaks2026",
    "habits!!!", "my-company", "My-Company1", "my-company.example",
  ])
  func `words of the program and of one's own address are refused`(password: String) throws {
    let email = try EmailAddress("ann@my-company.example")
    #expect(throws: AccountsError.self) { try PasswordRule.check(password, of: email) }
  }

  @Test(arguments: [
    "tallgreenboat", "a quite long password", "dragonfly over the pond", "пароль от сарая",
    "xK9#mq2Lw", "        x        y",
  ])
  func `other passwords are taken as they are`(password: String) throws {
    let email = try EmailAddress("ann@example.org")
    #expect(throws: Never.self) { try PasswordRule.check(password, of: email) }
  }

  @Test func `passwords have 8 to 512 characters, and any form of them is the same`() throws {
    let email = try EmailAddress("ann@example.org")
    for (count, isTaken) in [(7, false), (8, true), (512, true), (513, false)] {
      let password = String((0..<count).map { Character(Unicode.Scalar(97 + UInt8($0 * 7 % 26))) })
      #expect(isTaken == ((try? PasswordRule.check(password, of: email)) != nil))
    }
    #expect(PasswordRule.bytes("gru\u{308}n") == PasswordRule.bytes("gr\u{FC}n"))
  }

  @Test func `a password is changed by who knows it, and ends all other sessions`() async throws {
    try await withBench { bench in
      let first = try await bench.signUp()
      let second = try await bench.signIn()
      let code = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.answerDevice(code.userCode, approves: true, by: first)
      let caller = bench.caller(first)
      #expect(
        await refusal {
          try await bench.store.changePassword(of: caller, from: "no", to: "tallgreenboat")
        }
          == .badCredentials
      )
      #expect(
        await refusal {
          try await bench.store.changePassword(of: caller, from: good, to: "password")
        }?
        .code == "weak-password"
      )
      bench.pass(seconds: 60)
      try await bench.store.changePassword(of: caller, from: good, to: "tallgreenboat")
      #expect(await refusal { try await bench.store.authenticate(second.token) } == .signedOut)
      #expect(await refusal { try await bench.store.redeem(code.deviceCode) } == .expiredCode)
      let kept = try await bench.store.authenticate(first.token)
      #expect(kept.session.signedInAt == bench.now)
      #expect(await refusal { try await bench.signIn() } == .badCredentials)
      try await bench.signIn("ann@example.org", "tallgreenboat")
    }
  }

  @Test func `a link sets a new password once, within a day`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let old = try await bench.store.makeResetLink(for: "ann@example.org", by: .operator)
      let link = try await bench.store.makeResetLink(for: "ann@example.org", by: .operator)
      func reset(_ token: String, _ new: String = "tallgreenboat") async -> AccountsError? {
        await refusal { try await bench.store.resetPassword(by: token, to: new, address: "a") }
      }
      #expect(await reset(old.token) == .expiredLink)
      #expect(await reset("") == .expiredLink)
      #expect(await reset(link.token, "password")?.code == "weak-password")
      #expect(await reset(link.token) == nil)
      #expect(await reset(link.token) == .expiredLink)
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      try await bench.signIn("ann@example.org", "tallgreenboat")
      let late = try await bench.store.makeResetLink(for: "ann@example.org", by: .operator)
      bench.pass(seconds: 86_400)
      #expect(await reset(late.token) == .expiredLink)
      #expect(
        await refusal { try await bench.store.makeResetLink(for: "bob@example.org", by: .operator) }
          == .unknownAccount
      )
    }
  }
}
