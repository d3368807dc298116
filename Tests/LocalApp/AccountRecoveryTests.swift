import Core
import LoopbackHTTP
import Sealing
import Testing

@testable import LocalApp

/// Coming back into a sealed account whose password is lost.
struct AccountRecoveryTests {
  private static let password = "five random words and one"
  private static let code = String(repeating: "0f", count: 32)
  private static let done = "HTTP/1.1 204 No Content\r\n\r\n"

  private let temporary = TemporaryHome()
  private let phrase = RecoveryPhrase()

  /// A server that keeps a ring, and lets in whoever has set a new password.
  private func server(
    _ ring: KeyRing,
    account: String = "0a",
    letsIn: Bool = true
  ) throws -> ScriptedServer {
    let lost = try PasswordKeys(password: "the one that is lost", parameters: .new())
    let keys = try JSON.encode(try ring.sealed(for: lost.wrapping))
    let text = String(decoding: keys, as: UTF8.self)
    let reset = #"{"id":"\#(account)","email":"me@example.org","keys":\#(text)}"#
    return try ScriptedServer { request in
      if request.line.contains("/password-resets/keys ") { return document(reset) }
      if request.line.contains("/password-resets ") { return AccountRecoveryTests.done }
      return letsIn ? signedIn(sealed: true) : problem(503, "busy", "Later.")
    }
  }

  private func newRing() throws -> KeyRing { KeyRing.new(recovery: try phrase.recoveryKey) }

  private func entrance(_ server: ScriptedServer) throws -> AccountEntrance {
    AccountEntrance(try server.client(), device: "laptop", home: temporary.home)
  }

  private func recover(
    _ server: ScriptedServer,
    code: String = AccountRecoveryTests.code,
    _ phrase: RecoveryPhrase? = nil,
    _ password: String = AccountRecoveryTests.password
  ) async throws -> AccountAccess {
    try await entrance(server).recover(
      code: code,
      phrase: phrase ?? self.phrase,
      newPassword: password
    )
  }

  @Test func `the phrase sets a new password, and neither of them is sent`() async throws {
    let ring = try newRing()
    let server = try server(ring)
    let access = try await recover(server)
    #expect(access.signedIn.token == "t0ken")
    let next = try #require(access.ring)
    try next.check(continues: ring)
    // All other devices are signed out, and cannot read what follows.
    #expect(next.newest == ring.newest + 1)
    #expect(
      server.lines == ["POST /password-resets/keys", "PUT /password-resets", "POST /sessions"]
    )
    let sent = try JSON.decode(SentReset.self, from: server.received[1].body)
    #expect(sent.token == Self.code)
    let keys = try PasswordKeys(password: Self.password, parameters: sent.sealed.parameters)
    #expect(sent.new == keys.proof)
    #expect(sent.keyProof == ring.keyProof)
    #expect(sent.sealed.keys.keyVerifier == ring.keyVerifier)
    let opened = try KeyRing.open(sent.sealed.keys, wrapping: keys.wrapping)
    #expect(opened == next)
    #expect(try KeyRing.open(sent.sealed.keys, recoveryPhrase: phrase) == opened)
    let all = server.received.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    #expect(!all.contains(Self.password))
    for group in phrase.groups { #expect(!all.contains(group)) }
  }

  @Test func `a link is as good as the code in it`() async throws {
    let server = try server(try newRing())
    let link = " https://habits.example.org/reset?token=\(Self.code.uppercased())&a=b\n"
    _ = try await recover(server, code: link)
    let asked = String(decoding: server.received[0].body, as: UTF8.self)
    #expect(asked == #"{"token":"\#(Self.code)"}"#)
  }

  @Test func `a password that cannot be taken is refused before anything is sent`() async throws {
    let server = try server(try newRing())
    let short = try await refusal { try await recover(server, nil, "14 characters!") }
    #expect(short?.code == "weak-password")
    let same = try await refusal { try await recover(server, nil, phrase.text) }
    #expect(same?.code == "phrase-no-password")
    #expect(server.received.isEmpty)
  }

  @Test func `a phrase that is typed in place of the code is not sent`() async throws {
    let server = try server(try newRing())
    for code in [phrase.text, "", "token=", Self.code + "0", String(repeating: "g", count: 64)] {
      let error = try await refusal { try await recover(server, code: code) }
      #expect(error?.code == "reset-code-malformed", "\(code)")
    }
    #expect(server.received.isEmpty)
  }

  @Test func `a wrong phrase changes nothing, and leaves the code good`() async throws {
    let server = try server(try newRing())
    let error = try await refusal { try await recover(server, RecoveryPhrase()) }
    #expect(error?.code == "recovery-phrase-wrong")
    #expect(server.lines == ["POST /password-resets/keys"])
  }

  @Test func `an account that the server can read is sent to its page`() async throws {
    let server = try ScriptedServer { _ in problem(409, "not-sealed", "No.") }
    let error = try await refusal { try await recover(server) }
    #expect(error?.code == "not-sealed")
    #expect(error?.message.contains("/reset?token=\(Self.code)") == true)
    #expect(server.lines == ["POST /password-resets/keys"])
  }

  @Test func `a server that then lets nobody in does not hide that the password is set`()
    async throws
  {
    let server = try server(try newRing(), letsIn: false)
    let error = try await refusal { try await recover(server) }
    #expect(error?.code == "busy")
    #expect(error?.message.hasPrefix("The new password is set") == true)
  }

  // MARK: Homes that are linked

  private func link(_ server: ScriptedServer, _ ring: KeyRing) throws {
    let account = SyncAccount.sample(try server.client().origin, sealed: true)
    try temporary.home.sync.link(account, token: "old", keys: ring)
  }

  @Test func `the keys of a linked home have to be continued`() async throws {
    let held = try newRing()
    let newer = held.adding()
    let server = try server(newer)
    try link(server, held)
    let access = try await recover(server)
    try #require(access.ring).check(continues: newer)
    // As after a restored backup of the server.
    let latest = newer.adding()
    try link(server, latest)
    let restored = try await recover(server)
    let ring = try #require(restored.ring)
    #expect(ring.version == newer.version + 1)
    try ring.renumbered(latest.version + 1).check(continues: latest)
    let other = newer.adding()
    let parted = try self.server(other)
    try link(parted, latest)
    let joined = try #require(try await recover(parted).ring)
    for ring in [other, latest] { try joined.renumbered(9).check(continues: ring) }
    try link(server, try newRing().adding().adding())
    let error = try await refusal { try await recover(server) }
    #expect(error?.code == "key-ring-foreign")
    #expect(server.lines.last == "POST /password-resets/keys")
  }

  @Test func `a linked home knows that its session ended with the password`() async throws {
    let ring = try newRing()
    let server = try server(ring)
    try link(server, ring)
    let refused = try await refusal { try await recover(server, RecoveryPhrase()) }
    #expect(refused?.code == "recovery-phrase-wrong")
    #expect(try temporary.home.sync.loadToken() == "old")
    _ = try await recover(server)
    // Nobody has to be asked whether it can be linked with the new one.
    let asked = server.lines
    try await SyncLinking.checkSignedOut(temporary.home)
    #expect(server.lines == asked)
    #expect(try temporary.home.sync.loadKeys() == ring)
  }

  @Test func `a home in use with another account is left alone`() async throws {
    let ring = try newRing()
    let server = try server(ring, account: "0b")
    try link(server, ring)
    let error = try await refusal { try await recover(server) }
    #expect(error?.code == "already-linked")
    #expect(server.lines == ["POST /password-resets/keys", "GET /account"])
  }

  // MARK: The phrase as a password

  @Test func `a phrase is never sent as a password`() async throws {
    let server = try server(try newRing())
    let entrance = try entrance(server)
    let signIn = try await refusal {
      try await entrance.signIn(email: "a", password: phrase.text.lowercased(), mustBeSealed: false)
    }
    let signUp = try await refusal {
      try await entrance.signUp(email: "a", password: phrase.text, invitation: nil, phrase: nil)
    }
    try link(server, try newRing())
    let linked = try LinkedAccount.of(temporary.home)
    let change = try await refusal {
      try await linked.changePassword(from: phrase.text, to: Self.password)
    }
    let deletion = try await refusal { try await linked.delete(password: phrase.text) }
    // With a typo it is as good as the phrase for whoever gets it.
    let typo = "\(phrase.text.dropLast())\(phrase.text.hasSuffix("Z") ? "Y" : "Z")"
    let mistyped = try await refusal {
      try await entrance.signIn(email: "a", password: typo, mustBeSealed: false)
    }
    for error in [signIn, signUp, change, deletion, mistyped] {
      #expect(error?.code == "phrase-no-password")
      #expect(error?.message.contains("trellis sync recover") == true)
    }
    #expect(server.received.isEmpty)
  }
}

private struct SentReset: Decodable {
  let keyProof: String
  let token: String
  let new: String
  let sealed: SealedPassword
}
