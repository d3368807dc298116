import Core
import Locks
import LoopbackHTTP
import Sealing
import Testing

@testable import LocalApp

/// Ways into an account.
struct AccountEntranceTests {
  private static let open = document(#"{"sealed":false,"salt":"00","n":1,"r":1,"p":1}"#)
  private static let password = "five random words and one"

  private let temporary = TemporaryHome()

  private func entrance(_ server: ScriptedServer) throws -> AccountEntrance {
    AccountEntrance(try server.client(), device: "laptop", home: temporary.home)
  }

  private func body(_ request: ReceivedRequest) throws -> JSONValue {
    try JSON.decode(JSONValue.self, from: request.body)
  }

  @Test func `an account that the server can read gets the password itself`() async throws {
    let server = try ScriptedServer {
      $0.line.contains("sign-in-parameters") ? Self.open : signedIn()
    }
    let access = try await entrance(server)
      .signIn(email: "me@example.org", password: "secret", mustBeSealed: false)
    #expect(access.signedIn.token == "t0ken")
    #expect(access.ring == nil)
    #expect(server.lines == ["POST /sign-in-parameters", "POST /sessions"])
    #expect(
      try body(server.received[1])
        == .object([
          "email": .text("me@example.org"), "password": .text("secret"),
          "device": .object(["name": .text("laptop")]),
        ])
    )
  }

  @Test func `no password is sent if the account has to be sealed and the server says otherwise`()
    async throws
  {
    let server = try ScriptedServer {
      $0.line.contains("sign-in-parameters") ? Self.open : signedIn()
    }
    let error = try await refusal {
      try await entrance(server).signIn(email: "a", password: "b", mustBeSealed: true)
    }
    #expect(error?.code == "not-sealed")
    // A home that had a sealed account demands it by itself, and has no option to leave out.
    #expect(error?.message.contains("trellis sync login --code") == true)
    #expect(server.lines == ["POST /sign-in-parameters"])
  }

  @Test func `a derivation that is cheap to guess is refused before anything is sent`() async throws
  {
    let weak =
      #"{"sealed":true,"salt":"\#(String(repeating: "00", count: 16))","n":1024,"r":8,"p":1}"#
    let server = try ScriptedServer { _ in document(weak) }
    let error = try await refusal {
      try await entrance(server).signIn(email: "a", password: "b", mustBeSealed: false)
    }
    #expect(error?.code == "password-parameters-weak")
    #expect(server.lines == ["POST /sign-in-parameters"])
  }

  @Test func `a sealed account is made and entered without the server seeing the password`()
    async throws
  {
    let kept = SharedLocked<SealedPassword?>(nil)
    let server = try ScriptedServer { request in
      if request.line.contains("/accounts ") {
        let sent = try? JSON.decode(SignUp.self, from: request.body).sealed
        kept.withLock { $0 = sent }
        return signedIn(sealed: true)
      }
      guard let sealed = kept.withLock({ $0 }) else { return nil }
      if request.line.contains("sign-in-parameters") {
        return document(sealed.parameters)
      }
      if request.line.contains("/account/keys") {
        guard let bytes = try? JSON.encode(sealed.keys) else { return nil }
        return document(String(decoding: bytes, as: UTF8.self))
      }
      return signedIn(sealed: true)
    }
    let phrase = RecoveryPhrase()
    let made = try await entrance(server)
      .signUp(email: "a", password: Self.password, invitation: nil, phrase: phrase)
    let entered = try await entrance(server)
      .signIn(email: "a", password: Self.password, mustBeSealed: true)
    let recovered = try await entrance(server).openKeys(of: entered.signedIn, phrase: phrase)
    let ring = try #require(made.ring)
    #expect(entered.ring == ring)
    #expect(recovered.ring == ring)
    let sealed = kept.withLock { $0?.keys }
    for keys in [made.keys, entered.keys, recovered] { #expect(keys?.document == sealed) }
    let sent = server.received.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    #expect(!sent.contains(Self.password))
    #expect(!sent.contains(phrase.groups[0]))
    let wrong = try await refusal {
      try await entrance(server).openKeys(of: entered.signedIn, password: "another password")
    }
    #expect(wrong?.code == "key-ring-locked")
  }

  @Test func `what was mistyped is asked for again, as another code would be needed otherwise`()
    async throws
  {
    let phrase = RecoveryPhrase()
    let ring = KeyRing.new(recovery: try phrase.recoveryKey)
    let parameters = PasswordParameters.sample
    let wrapping = try PasswordKeys(password: Self.password, parameters: parameters).wrapping
    let keys = String(decoding: try JSON.encode(try ring.sealed(for: wrapping)), as: UTF8.self)
    let server = try ScriptedServer { request in
      if request.line.contains("sign-in-parameters") { return document(parameters) }
      return request.line.contains("/account/keys") ? document(keys) : signedIn(sealed: true)
    }
    let entrance = try entrance(server)
    let session = try await server.client().signIn(email: "a", password: "b", device: "laptop")
    let typo = "\(phrase.text.dropLast())\(phrase.text.hasSuffix("Z") ? "Y" : "Z")"
    let cases = [
      ("five random words", Self.password, "key-ring-locked"),
      (typo, phrase.text, "recovery-phrase-mistyped"),
      (RecoveryPhrase().text, Self.password, "recovery-phrase-wrong"),
    ]
    for (wrong, right, code) in cases {
      var mistakes: [String?] = []
      let found = try await entrance.openKeys(of: session, attempts: 2) { mistake in
        mistakes.append(mistake?.code)
        return mistakes.count == 1 ? wrong : right
      }
      #expect(found.ring == ring)
      #expect(mistakes == [nil, code])
    }
    var asked = 0
    let error = try await refusal {
      try await entrance.openKeys(of: session, attempts: 3) { _ in
        asked += 1
        return "another password"
      }
    }
    #expect(error?.code == "key-ring-locked")
    #expect(asked == 3)
  }

  @Test func `signing in gives a server that was restored the keys that it lacks`() async throws {
    let given = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let held = given.adding()
    let parameters = PasswordParameters.sample
    let wrapping = try PasswordKeys(password: Self.password, parameters: parameters).wrapping
    let keys = SharedLocked(try given.sealed(for: wrapping))
    let server = try ScriptedServer { request in
      if request.line.contains("sign-in-parameters") { return document(parameters) }
      guard request.line.contains("/account/keys") else { return signedIn(sealed: true) }
      if request.line.hasPrefix("PUT "),
        let sent = try? JSON.decode(KeyRingDocument.self, from: request.body)
      {
        keys.withLock { $0 = sent }
      }
      return (try? JSON.encode(keys.withLock { $0 })).map {
        document(String(decoding: $0, as: UTF8.self))
      }
    }
    let sync = temporary.home.sync
    // The server has forgotten the session as well.
    try sync.link(.sample(try server.client().origin, sealed: true), token: "old", keys: held)
    let access = try await entrance(server)
      .signIn(email: "a", password: Self.password, mustBeSealed: true)
    #expect(access.ring == held)
    #expect(try KeyRing.open(keys.withLock { $0 }, wrapping: wrapping) == held)
  }

  @Test func `a session whose keys cannot be opened is ended`() async throws {
    let other = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
      .sealed(for: try PasswordKeys(password: "other", parameters: .new()).wrapping)
    let ring = String(decoding: try JSON.encode(other), as: UTF8.self)
    let server = try ScriptedServer { request in
      if request.line.contains("sign-in-parameters") { return document(.new()) }
      return request.line.contains("/account/keys") ? document(ring) : signedIn(sealed: true)
    }
    let error = try await refusal {
      try await entrance(server).signIn(email: "a", password: "b", mustBeSealed: false)
    }
    #expect(error?.code == "key-ring-locked")
    #expect(server.lines.last == "DELETE /session")
    #expect(server.received.last?.field("Authorization") == "Bearer t0ken")
  }

  @Test func `an address is looked at before a password that the server would get`() async throws {
    let server = try ScriptedServer { _ in problem(409, "sealed-account", "It is sealed.") }
    let error = try await refusal {
      try await entrance(server).check(signUpOf: "me@example.org", invitation: "c0de")
    }
    #expect(error?.code == "sealed-account")
    #expect(error?.message.contains("trellis sync login http") == true)
    #expect(server.lines == ["POST /accounts/check"])
    #expect(
      try body(server.received[0])
        == .object(["email": .text("me@example.org"), "invitation": .text("c0de")])
    )
    let other = try ScriptedServer { _ in "HTTP/1.1 204 No Content\r\n\r\n" }
    try await entrance(other).check(signUpOf: "me@example.org", invitation: nil)
  }

  @Test func `of an earlier server only what it never makes up is believed`() async throws {
    let answers: [(parameters: String, code: String?)] = [
      (Self.open, nil), (document(.new()), "maybe-sealed"),
    ]
    for (parameters, code) in answers {
      let server = try ScriptedServer {
        $0.line.contains("sign-in-parameters") ? parameters : nil
      }
      let error = try await refusal {
        try await entrance(server).check(signUpOf: "a", invitation: nil)
      }
      #expect(error?.code == code)
      #expect(server.lines == ["POST /accounts/check", "POST /sign-in-parameters"])
    }
  }

  @Test func `a sealed account needs a long password, and nothing is sent for a short one`()
    async throws
  {
    let server = try ScriptedServer { _ in signedIn() }
    let error = try await refusal {
      try await entrance(server)
        .signUp(email: "a", password: "14 characters!", invitation: nil, phrase: RecoveryPhrase())
    }
    #expect(error?.code == "weak-password")
    #expect(server.received.isEmpty)
  }

  @Test func `an account that is sealed is not entered if the server has made it as another one`()
    async throws
  {
    let server = try ScriptedServer { request in
      request.line.hasPrefix("DELETE ") ? "HTTP/1.1 204 No Content\r\n\r\n" : signedIn()
    }
    let error = try await refusal {
      try await entrance(server)
        .signUp(email: "a", password: Self.password, invitation: nil, phrase: RecoveryPhrase())
    }
    #expect(error?.code == "answer-unreadable")
    #expect(server.lines == ["POST /accounts", "DELETE /session"])
  }

  @Test func `a lost answer leaves open whether a sealed account was made`() async throws {
    let server = try LoopbackServer { connection in _ = connection.request() }
    defer { server.stop() }
    let client = try ServerClient("127.0.0.1:\(server.port)")
    let error = try await refusal {
      try await AccountEntrance(client, device: "laptop", home: temporary.home)
        .signUp(email: "a", password: Self.password, invitation: nil, phrase: RecoveryPhrase())
    }
    #expect(error?.code == "connection-cut")
    #expect(error?.message.contains("may be made already: try  trellis sync login http") == true)
  }

  // MARK: Codes

  private func code(expiresIn: Int = 60) -> DeviceCode {
    DeviceCode(
      deviceCode: "dc",
      userCode: "WDJB-MJHT",
      page: "x",
      expiresIn: expiresIn,
      interval: 5
    )
  }

  @Test func `a device waits for its code in the pace that the server wants`() async throws {
    let answers = SharedLocked([
      document(#"{"pending":true}"#, "202 Accepted"), problem(429, "slow-down", "Slower."),
      document(#"{"pending":true}"#, "202 Accepted"),
      "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
      signedIn(),
    ])
    let server = try ScriptedServer { _ in answers.withLock { $0.removeFirst() } }
    let pauses = Gathered<Int>()
    let signedIn = try await entrance(server).wait(for: code(expiresIn: 100)) { pauses.add($0) }
    #expect(signedIn.token == "t0ken")
    #expect(pauses.elements == [5, 5, 10, 10, 20])
    #expect(Set(server.lines) == ["POST /device-codes/redeem"])
  }

  @Test(arguments: [(410, "expired-code"), (403, "denied-code")])
  func `a code that is over or turned down ends the wait`(status: Int, code: String) async throws {
    let server = try ScriptedServer { _ in problem(status, code, "No.") }
    let error = try await refusal { try await entrance(server).wait(for: self.code()) { _ in } }
    #expect(error?.code == code)
    #expect(server.lines.count == 1)
  }

  @Test func `an account that has to be sealed is not entered by a code if it is not`() async throws
  {
    for isSealed in [true, false] {
      let server = try ScriptedServer { request in
        request.line.hasPrefix("DELETE ")
          ? "HTTP/1.1 204 No Content\r\n\r\n" : signedIn(sealed: isSealed)
      }
      let entrance = try entrance(server)
      let entered = try await entrance.wait(for: code()) { _ in }
      let error = try await refusal { try await entrance.require(sealed: entered) }
      #expect(error?.code == (isSealed ? nil : "not-sealed"))
      #expect(server.lines.contains("DELETE /session") != isSealed)
    }
  }

  @Test func `whoever gives up a session does not wait for a server that is silent`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { connection in
      _ = connection.request()
      arrival.yield()
      connection.waitForEnd()
    }
    defer { server.stop() }
    let client = try ServerClient("127.0.0.1:\(server.port)")
    let took = await ContinuousClock().measure {
      await client.abandon("t0ken") { for await _ in arrivals { return } }
    }
    // Long before the request would end by itself.
    #expect(took < .seconds(10))
    #expect(server.connections == 1)
  }

  @Test func `a device does not wait longer than its code is good`() async throws {
    let server = try ScriptedServer { _ in document(#"{"pending":true}"#, "202 Accepted") }
    let error = try await refusal {
      try await entrance(server).wait(for: code(expiresIn: 12)) { _ in }
    }
    #expect(error?.code == "expired-code")
    #expect(server.lines.count == 3)
  }
}

private struct SignUp: Decodable {
  let sealed: SealedPassword
}
