import Core
import Locks
import LoopbackHTTP
import Sealing
import Testing

@testable import LocalApp

/// What a linked device does with the keys of a sealed account.
struct LinkedAccountTests {
  private static let password = "five random words and one"
  private static let other = "six other random words and one"
  private static let done = "HTTP/1.1 204 No Content\r\n\r\n"

  private let temporary = TemporaryHome()

  /// What a server keeps of an account with this ring.
  private func kept(_ ring: KeyRing) throws -> SharedLocked<SealedPassword> {
    // The least that a device accepts.
    let parameters = PasswordParameters.sample
    let keys = try PasswordKeys(password: Self.password, parameters: parameters)
    let sealed = try ring.sealed(for: keys.wrapping)
    return SharedLocked(SealedPassword(parameters: parameters, keys: sealed))
  }

  /// The answer of a server that accepts the next version of a ring, and no other.
  private static func answer(
    _ request: ReceivedRequest,
    _ kept: SharedLocked<SealedPassword>
  ) -> String {
    let sealed = kept.withLock { $0 }
    let next: SealedPassword?
    switch request.line.prefix(while: { $0 != "H" }) {
    case "POST /api/v1/sign-in-parameters ": return document(sealed.parameters)
    case "GET /api/v1/account/keys ":
      let bytes = (try? JSON.encode(sealed.keys)) ?? []
      return document(String(decoding: bytes, as: UTF8.self))
    case "PUT /api/v1/account/keys ":
      let ring = try? JSON.decode(KeyRingDocument.self, from: request.body)
      next = ring.map { SealedPassword(parameters: sealed.parameters, keys: $0) }
    case "PUT /api/v1/account/password ":
      next = (try? JSON.decode(SentPassword.self, from: request.body))?.sealed
    case "POST /api/v1/account/data ":
      return document(#"{"sent":\#(String(decoding: request.body, as: UTF8.self))}"#)
    default: return done
    }
    guard let replacement = next, replacement.keys.version == sealed.keys.version + 1 else {
      return problem(409, "key-version", "No.")
    }
    kept.withLock { $0 = replacement }
    return done
  }

  private func server(_ kept: SharedLocked<SealedPassword>) throws -> ScriptedServer {
    try ScriptedServer { Self.answer($0, kept) }
  }

  private func linked(
    _ server: ScriptedServer,
    _ ring: KeyRing,
    as document: KeyRingDocument? = nil
  ) throws -> LinkedAccount {
    try linked("http://\(server.address)", ring, as: document)
  }

  private func linked(
    _ server: String,
    _ ring: KeyRing,
    as document: KeyRingDocument? = nil
  ) throws -> LinkedAccount {
    let account = SyncAccount.sample(server, sealed: true)
    try temporary.home.sync.link(account, token: "t0ken", keys: ring, as: document)
    return try LinkedAccount.of(temporary.home)
  }

  private func newRing() throws -> KeyRing {
    KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
  }

  /// The ring of the server, opened with a password.
  private func ring(
    _ kept: SharedLocked<SealedPassword>,
    _ password: String = LinkedAccountTests.password
  ) throws -> KeyRing {
    let sealed = kept.withLock { $0 }
    let keys = try PasswordKeys(password: password, parameters: sealed.parameters)
    return try KeyRing.open(sealed.keys, wrapping: keys.wrapping)
  }

  @Test func `with a new password, what follows has a key that no other device can have`()
    async throws
  {
    let before = try newRing()
    let kept = try kept(before)
    let server = try server(kept)
    try await linked(server, before).changePassword(from: Self.password, to: Self.other)
    let held = try #require(try temporary.home.sync.loadKeys())
    try held.check(continues: before)
    #expect(held.newest == before.newest + 1)
    #expect(try ring(kept, Self.other) == held)
  }

  @Test func `a device is signed out after the others have got a key that it cannot have`()
    async throws
  {
    let before = try newRing()
    let kept = try kept(before)
    let server = try server(kept)
    try await linked(server, before).revoke(session: "0c", password: Self.password)
    let held = try #require(try temporary.home.sync.loadKeys())
    try held.check(continues: before)
    #expect(held.newest == before.newest + 1)
    #expect(try ring(kept) == held)
    #expect(server.lines.suffix(2) == ["PUT /account/keys", "DELETE /sessions/0c"])
  }

  @Test func `a lost answer leaves open whether the new password is set, and the keys follow it`()
    async throws
  {
    let before = try newRing()
    let kept = try kept(before)
    let server = try LoopbackServer { connection in
      while let request = connection.request() {
        let answer = Self.answer(request, kept)
        if request.line.contains("/account/password ") { return }
        connection.send(answer)
      }
    }
    defer { server.stop() }
    let linked = try linked("http://127.0.0.1:\(server.port)", before)
    let error = try await refusal {
      try await linked.changePassword(from: Self.password, to: Self.other)
    }
    #expect(error?.code == "connection-cut")
    #expect(error?.message.contains("trellis sync recover  takes it") == true)
    #expect(try temporary.home.sync.loadKeys() == before)
    #expect(try await linked.renewKeys(password: Self.other) == .received)
    #expect(try ring(kept, Self.other) == temporary.home.sync.loadKeys())
  }

  @Test func `a lost answer leaves open whether the account is erased`() async throws {
    let server = try LoopbackServer { connection in
      while let request = connection.request() {
        if request.line.hasPrefix("DELETE ") { return }
        connection.send(
          document(#"{"id":"0a","email":"a","sealed":false,"createdAt":"x","spaces":[]}"#)
        )
      }
    }
    defer { server.stop() }
    let account = SyncAccount.sample("http://127.0.0.1:\(server.port)")
    try temporary.home.sync.link(account, token: "t0ken", keys: nil)
    let linked = try LinkedAccount.of(temporary.home)
    let error = try await refusal { try await linked.delete(password: Self.password) }
    #expect(error?.code == "connection-cut")
    let message = try #require(error?.message)
    #expect(message.contains("trellis sync now  says that this device is signed out"), "\(message)")
    #expect(message.contains("trellis sync logout  unlinks it"), "\(message)")
    #expect(try temporary.home.sync.loadAccount() == account)
  }

  @Test func `a damaged key ring is fetched again, with the password or the phrase`() async throws {
    let phrase = RecoveryPhrase()
    let given = KeyRing.new(recovery: try phrase.recoveryKey)
    let server = try server(try kept(given))
    let linked = try linked(server, given)
    temporary.write("x", to: "sync.keys")
    #expect(try await linked.renewKeys(password: Self.password) == .received)
    #expect(try temporary.home.sync.loadKeys() == given)
    temporary.write("x", to: "sync.keys")
    #expect(try await linked.renewKeys(phrase: phrase) == .received)
    #expect(try temporary.home.sync.loadKeys() == given)
  }

  @Test func `what the server keeps about a person is given for a proof of the password`()
    async throws
  {
    let held = try newRing()
    let kept = try kept(held)
    let server = try server(kept)
    let data = try await linked(server, held).data(password: Self.password)
    let parameters = kept.withLock { $0.parameters }
    let proof = try PasswordKeys(password: Self.password, parameters: parameters).proof
    #expect(data == .object(["sent": .object(["password": .text(proof)])]))
  }

  @Test func `a device that is signed out sends the server no password any more`() async throws {
    let server = try ScriptedServer { _ in problem(401, "signed-out", "Signed out.") }
    let account = SyncAccount.sample("http://\(server.address)", sealed: false)
    try temporary.home.sync.link(account, token: "t0ken", keys: nil)
    let linked = try LinkedAccount.of(temporary.home)
    let errors = [
      try await refusal { try await linked.changePassword(from: Self.password, to: Self.other) },
      try await refusal { try await linked.data(password: Self.password) },
      try await refusal { try await linked.delete(password: Self.password) },
    ]
    for error in errors { #expect(error?.code == "signed-out") }
    #expect(server.lines == ["GET /account", "GET /account", "GET /account"])
    #expect(try temporary.home.sync.loadAccount() == account)
  }

  @Test func `of a sealed account that is gone, a device learns that it is signed out`()
    async throws
  {
    let isThere = SharedLocked(false)
    let server = try ScriptedServer { request in
      if request.line.contains("/sign-in-parameters ") { return document(#"{"sealed":false}"#) }
      guard isThere.withLock({ $0 }) else { return problem(401, "signed-out", "Signed out.") }
      return document(#"{"id":"0a","email":"a","sealed":true,"createdAt":"x","spaces":[]}"#)
    }
    let linked = try linked(server, try newRing())
    let gone = try await refusal { try await linked.delete(password: Self.password) }
    #expect(gone?.code == "signed-out")
    isThere.withLock { $0 = true }
    let denied = try await refusal { try await linked.delete(password: Self.password) }
    #expect(denied?.code == "not-sealed")
    #expect(server.lines.allSatisfy { !$0.hasPrefix("DELETE") })
  }

  // MARK: A server that was restored from a backup

  @Test func `a server that was restored gets back the keys that it lacks`() async throws {
    let given = try newRing()
    let held = given.adding().adding()
    let kept = try kept(given)
    let server = try server(kept)
    let linked = try linked(server, held)
    #expect(try await linked.renewKeys(password: Self.password) == .given)
    #expect(try ring(kept) == held)
    #expect(try temporary.home.sync.loadKeys() == held)
    #expect(try await linked.renewKeys(password: Self.password) == .nothingNew)
  }

  @Test func `the password can be changed and devices signed out at a server that was restored`()
    async throws
  {
    let given = try newRing()
    let held = given.adding()
    let kept = try kept(given)
    let server = try server(kept)
    let linked = try linked(server, held)
    try await linked.revoke(session: "0c", password: Self.password)
    let next = try ring(kept)
    try next.check(continues: held)
    #expect(next.newest == held.newest + 1)
  }

  @Test func `two devices that have given a server keys of their own get those of both`()
    async throws
  {
    let common = try newRing()
    let (given, held) = (common.adding(), common.adding().adding())
    let kept = try kept(given)
    let server = try server(kept)
    #expect(try await linked(server, held).renewKeys(password: Self.password) == .given)
    let joined = try ring(kept)
    for ring in [given, held] { try joined.check(continues: ring) }
    #expect(joined.newest == given.newest + held.newest)
    #expect(try temporary.home.sync.loadKeys() == joined)
    // The other device gets them as it gets any newer key.
    let other = TemporaryHome()
    try other.home.sync.link(
      .sample("http://\(server.address)", sealed: true),
      token: "t0ken",
      keys: given
    )
    let second = try LinkedAccount.of(other.home)
    #expect(try await second.renewKeys(password: Self.password) == .received)
    #expect(try other.home.sync.loadKeys() == joined)
    #expect(try ring(kept) == joined)
  }

  @Test func `a device that is unlinked forgets only keys that the server has`() async throws {
    let given = try newRing()
    for (held, stays) in [(given, false), (given.adding(), true)] {
      let kept = try kept(given)
      let server = try server(kept)
      _ = try linked(server, held, as: kept.withLock { held == given ? $0.keys : nil })
      let departure = try await LinkedAccount.leave(temporary.home)
      #expect(departure == LinkedAccount.Departure(isTold: true, keepsKeys: stays))
      #expect((departure.keyWords != nil) == stays)
      #expect(try temporary.home.sync.loadKeys() == (stays ? held : nil))
    }
    // A server that cannot be asked may lack them.
    _ = try linked("http://127.0.0.1:1", given)
    let departure = try await LinkedAccount.leave(temporary.home)
    #expect(departure == LinkedAccount.Departure(isTold: false, keepsKeys: true))
    // Signing in again finds them.
    #expect(try temporary.home.sync.loadKeys(of: "0a", at: "http://127.0.0.1:1") == given)
    #expect(try temporary.home.sync.loadKeys(of: "0b", at: "http://127.0.0.1:1") == nil)
  }

  @Test func `a device that is unlinked keeps its keys if the server has others of that version`()
    async throws
  {
    let common = try newRing()
    let kept = try kept(common)
    let server = try server(kept)
    let linked = try linked(server, common)
    try await linked.revoke(session: "0c", password: Self.password)
    let held = try #require(try temporary.home.sync.loadKeys())
    try await LinkedAccount.checkServerHasKeys(of: temporary.home)
    // The server is restored, and another device adds a key of its own.
    let other = try self.kept(common.adding()).withLock { $0 }
    kept.withLock { $0 = other }
    let error = try await refusal {
      try await LinkedAccount.checkServerHasKeys(of: temporary.home)
    }
    #expect(error?.code == "keys-not-given")
    #expect(try await LinkedAccount.leave(temporary.home).keepsKeys)
    #expect(try temporary.home.sync.loadKeys() == held)
  }

  @Test func `a home of an earlier version keeps its keys until it has opened those of the server`()
    async throws
  {
    let held = try newRing()
    let server = try server(try kept(held))
    // It has not noted how the server keeps its keys.
    _ = try self.linked(server, held)
    #expect(try await LinkedAccount.leave(temporary.home).keepsKeys)
    let linked = try self.linked(server, held)
    #expect(try await linked.renewKeys(password: Self.password) == .nothingNew)
    #expect(try await !LinkedAccount.leave(temporary.home).keepsKeys)
    #expect(try temporary.home.sync.loadKeys() == nil)
  }

  @Test func `whoever signs in with the phrase is told of keys that the server lacks`() throws {
    let given = try newRing()
    for (held, isTold) in [(given, false), (given.adding(), true)] {
      for ring in [held, given] {
        try temporary.home.sync.link(.sample(sealed: true), token: "t0ken", keys: ring)
      }
      let words = LinkedAccount.keyWords(in: temporary.home, given: given)
      #expect((words != nil) == isTold)
    }
  }

  @Test func `keys that the server lacks are not deleted with everything else`() async throws {
    let given = try newRing()
    let server = try server(try kept(given))
    _ = try linked(server, given)
    try await LinkedAccount.checkServerHasKeys(of: temporary.home)
    _ = try linked(server, given.adding())
    let error = try await refusal {
      try await LinkedAccount.checkServerHasKeys(of: temporary.home)
    }
    #expect(error?.code == "keys-not-given")
    // Whoever does not need them any more unlinks the device first.
    _ = try await LinkedAccount.leave(temporary.home)
    try await LinkedAccount.checkServerHasKeys(of: temporary.home)
    // Nor does a server that cannot be asked keep anybody from it.
    _ = try linked("http://127.0.0.1:1", given.adding())
    try await LinkedAccount.checkServerHasKeys(of: temporary.home)
  }

  @Test func `a home whose files are deleted asks about its keys once, and keeps them until then`()
    async throws
  {
    let given = try newRing()
    let server = try server(try kept(given))
    _ = try linked(server, given)
    try await LinkedAccount.checkServerHasKeys(of: temporary.home)
    #expect(try await LinkedAccount.leaveBeforeErasure(temporary.home))
    #expect(server.lines == ["GET /account/keys", "DELETE /session"])
    #expect(try temporary.home.sync.loadAccount() == nil)
    #expect(try temporary.home.sync.loadKeys() == given)
    // Without an account nobody has to be told.
    #expect(try await LinkedAccount.leaveBeforeErasure(temporary.home))
    // The keys stay here if the files cannot be deleted after all.
    _ = try linked("http://127.0.0.1:1", given)
    #expect(try await !LinkedAccount.leaveBeforeErasure(temporary.home))
    #expect(try temporary.home.sync.loadKeys() == given)
  }

  @Test func `with the phrase alone a server gets nothing back, and that is told`() async throws {
    let phrase = RecoveryPhrase()
    let given = KeyRing.new(recovery: try phrase.recoveryKey)
    let held = given.adding()
    for kept in [given, given.adding()] {
      let server = try server(try self.kept(kept))
      let linked = try linked(server, held)
      let error = try await refusal { try await linked.renewKeys(phrase: phrase) }
      #expect(error?.code == "password-needed")
      #expect(try temporary.home.sync.loadKeys() == held)
    }
  }
}

private struct SentPassword: Decodable {
  let sealed: SealedPassword
}
