import Core
import Glibc
import Locks
import LoopbackHTTP
import Runtime
import Testing
import TrackingContract

@testable import LocalApp

/// Linking a home by a code that is confirmed elsewhere.
struct CodeLinkingTests {
  /// What the server has of the account, and how it answers a code.
  private struct Script: Sendable {
    var entries = 0
    var isSealed = false
    var product = "hobbyist"
    var page = "https://habits.example/link"
    var lifetime = 60
    var redeeming = [signedIn()]
    /// What happens while the code waits.
    var meanwhile: @Sendable (Home, ScriptedServer) throws -> Void = { _, _ in }
  }

  private static func server(_ script: Script) throws -> ScriptedServer {
    let answers = SharedLocked(script.redeeming)
    return try ScriptedServer { request in
      switch request.line.split(separator: " ").prefix(2).joined(separator: " ") {
      case "GET /api/v1/server": info(script.product)
      case "POST /api/v1/device-codes": code(script.page, script.lifetime)
      case "POST /api/v1/device-codes/redeem":
        answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
      case "GET /api/v1/account": account(script)
      case "DELETE /api/v1/session": "HTTP/1.1 204 No Content\r\n\r\n"
      default: nil
      }
    }
  }

  private static func info(_ product: String) -> String {
    document(
      """
      {"name":"Habits","version":"1.0","product":"\(product)","title":"\(product)",
      "key":"\(String(repeating: "ab", count: 32))","signUp":"open",
      "products":[{"name":"hobbyist","title":"Hobbyist","address":"https://hobbies.example"}]}
      """
    )
  }

  private static func code(_ page: String, _ lifetime: Int) -> String {
    document(
      """
      {"deviceCode":"dc","userCode":"WDJB-MJHT","page":"\(page)","expiresIn":\(lifetime),"interval":5}
      """,
      "201 Created"
    )
  }

  private static func account(_ script: Script) -> String {
    document(
      """
      {"id":"0a","email":"me@example.org","sealed":\(script.isSealed),
      "createdAt":"2026-05-01T10:00:00Z",
      "spaces":[{"product":"hobbyist","facts":\(script.entries),"bytes":10}]}
      """
    )
  }

  /// Why linking came to nothing; nil unless it has.
  private func note(of linking: CodeLinking) async -> String? {
    if case .none(let note) = await linking.step { note } else { nil }
  }

  /// Begins to link a home, and waits until the code was answered.
  private func begin<T: Sendable>(
    _ script: Script,
    entries: Int = 0,
    then look: (CodeLinking, LocalSpace, ScriptedServer) async throws -> T
  ) async throws -> T {
    let server = try Self.server(script)
    let temporary = TemporaryHome()
    let space = try await LocalSpace.open(
      temporary.home,
      as: try Home.product(named: "hobbyist")
    )
    let result: Result<T, any Error>
    do {
      for number in 0..<entries {
        let details = HabitDetails(title: "Habit \(number)")
        _ = try await space.runtimeClient.send(CreateHabit(details: details))
      }
      let linking = CodeLinking(space) { _ in
        try script.meanwhile(space.home, server)
        await Task.yield()
      }
      try await linking.begin(at: server.address)
      await linking.settle()
      result = .success(try await look(linking, space, server))
    } catch {
      result = .failure(error)
    }
    await space.close()
    return try result.get()
  }

  @Test func `a home is linked once its code is confirmed`() async throws {
    let pending = document(#"{"pending":true}"#, "202 Accepted")
    try await begin(Script(redeeming: [pending, pending, signedIn()])) { linking, space, _ in
      #expect(await linking.step == .none(note: nil))
      let account = try #require(try space.home.sync.loadAccount())
      #expect(account.email == "me@example.org")
      #expect(account.product == "hobbyist")
      #expect(try space.home.sync.loadToken() == "t0ken")
    }
  }

  @Test func `two histories come together only after the person has agreed, and a copy is made`()
    async throws
  {
    try await begin(Script(entries: 7), entries: 2) { linking, space, _ in
      guard case .asking(let question) = await linking.step else {
        Issue.record("\(await linking.step)")
        return
      }
      #expect(question.contains("2 entries, and the account 7 entries"))
      let before = try space.home.sync.loadAccount()
      #expect(before == nil)
      let copy = try #require(try await linking.join())
      #expect(copy.hasPrefix(space.home.path))
      #expect(try space.home.sync.loadAccount() != nil)
      #expect(try await refusal { try await linking.join() }?.code == "nothing-to-join")
    }
  }

  @Test func `a home is not linked with a session that cancelling has ended`() async throws {
    try await begin(Script(entries: 7), entries: 2) { linking, space, server in
      let copy = "\(space.home.journal).before-sync-1"
      let joining = Task { try await refusal { try await linking.join() } }
      // Cancelled as soon as the copy is begun, which takes longer than that.
      for _ in 0..<5000 where access(copy, F_OK) != 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
      await linking.cancel()
      let refused = try await joining.value
      let isLinked = try space.home.sync.loadAccount() != nil
      #expect(isLinked == (refused == nil))
      #expect(isLinked != (server.lines.last == "DELETE /session"))
      if let refused {
        #expect(refused.code == "nothing-to-join")
        #expect(access(copy, F_OK) != 0)
      }
    }
  }

  @Test func `a link that another program has made meanwhile stays`() async throws {
    try await begin(Script(entries: 7), entries: 2) { linking, space, _ in
      let other = SyncAccount.sample(account: "0b", product: "hobbyist")
      try space.home.sync.link(other, token: "other", keys: nil)
      #expect(try await refusal { try await linking.join() }?.code == "linked-meanwhile")
      #expect(try space.home.sync.loadAccount() == other)
      #expect(try space.home.sync.loadToken() == "other")
    }
  }

  @Test func `a link that another program has made while the code waited stays`() async throws {
    var script = Script()
    script.meanwhile = { home, server in
      let other = SyncAccount.sample("http://\(server.address)", product: "hobbyist")
      try home.sync.link(other, token: "other", keys: nil)
    }
    try await begin(script) { linking, space, server in
      let note = try #require(await note(of: linking))
      #expect(note.contains("linked to an account already"), "\(note)")
      let token = try space.home.sync.loadToken()
      #expect(token == "other")
      #expect(server.lines.last == "DELETE /session")
    }
  }

  @Test func `a home that was erased while the code waited is not linked`() async throws {
    var script = Script()
    script.meanwhile = { home, _ in try HomeErasure(home).run() }
    try await begin(script) { linking, space, server in
      let note = try #require(await note(of: linking))
      #expect(note.contains("deleted or replaced meanwhile"), "\(note)")
      let account = try space.home.sync.loadAccount()
      #expect(account == nil)
      #expect(server.lines.last == "DELETE /session")
    }
  }

  @Test func `a home that was erased while the person was asked is not linked`() async throws {
    try await begin(Script(entries: 7), entries: 2) { linking, space, server in
      try HomeErasure(space.home).run()
      #expect(try await refusal { try await linking.join() }?.code == "replaced-meanwhile")
      let account = try space.home.sync.loadAccount()
      #expect(account == nil)
      #expect(access("\(space.home.journal).before-sync-1", F_OK) != 0)
      await linking.cancel()
      #expect(server.lines.last == "DELETE /session")
    }
  }

  @Test func `cancelling signs out again and changes nothing`() async throws {
    try await begin(Script(entries: 7), entries: 2) { linking, space, server in
      await linking.cancel()
      #expect(await linking.step == .none(note: nil))
      let account = try space.home.sync.loadAccount()
      #expect(account == nil)
      #expect(server.lines.last == "DELETE /session")
    }
  }

  @Test func `an encrypted account is not entered here, and the session is ended`() async throws {
    let script = Script(isSealed: true, redeeming: [signedIn(sealed: true)])
    try await begin(script) { linking, space, server in
      let note = try #require(await note(of: linking))
      #expect(note.contains("trellis sync login http://\(server.address)"))
      let account = try space.home.sync.loadAccount()
      #expect(account == nil)
      #expect(server.lines.last == "DELETE /session")
    }
  }

  @Test func `an account that was sealed is not entered again as one that the server can read`()
    async throws
  {
    try await begin(Script()) { linking, space, server in
      let sealed = SyncAccount.sample(
        "http://\(server.address)",
        product: "hobbyist",
        sealed: true
      )
      // Another account in between does not make it forgotten.
      for account in [sealed, SyncAccount.sample(account: "0b", product: "hobbyist")] {
        try space.home.sync.link(account, token: "t0ken", keys: nil)
        try space.home.sync.unlinkAccount()
      }
      try await linking.begin(at: server.address)
      await linking.settle()
      #expect(await linking.step == .none(note: SyncAccount.notSealed.message))
      let account = try space.home.sync.loadAccount()
      #expect(account == nil)
      #expect(server.lines.last == "DELETE /session")
    }
  }

  @Test func `before entries leave a sealed account for one that can be read, that is told`()
    async throws
  {
    try await begin(Script(), entries: 2) { linking, space, server in
      let sealed = SyncAccount.sample(account: "0b", product: "hobbyist", sealed: true)
      try space.home.sync.link(sealed, token: "t0ken", keys: nil)
      try space.home.sync.unlinkAccount()
      try await linking.begin(at: server.address)
      await linking.settle()
      guard case .asking(let question) = await linking.step else {
        Issue.record("\(await linking.step)")
        return
      }
      #expect(question.contains("2 entries of this device will be sent to the account."))
      #expect(question.contains("before, in a sealed account; this server can read it."))
    }
  }

  @Test func `a code that was turned down is told, and nothing is changed`() async throws {
    let script = Script(redeeming: [problem(403, "denied-code", "It was turned down.")])
    try await begin(script) { linking, space, _ in
      #expect(await linking.step == .none(note: "It was turned down."))
      let account = try space.home.sync.loadAccount()
      #expect(account == nil)
    }
  }

  @Test func `a server that has another product there is told by where the right one is`()
    async throws
  {
    let error = try await refusal {
      try await begin(Script(product: "sober")) { _, _, _ in }
    }
    #expect(error?.code == "other-product")
    #expect(error?.message.contains("https://hobbies.example") == true)
  }

  @Test(arguments: ["javascript:alert(1)", "javascript://x/%0Aalert(1)", "http://habits.example/"])
  func `a link is shown only to a page that a browser opens safely`(page: String) async throws {
    let error = try await refusal { try await begin(Script(page: page)) { _, _, _ in } }
    #expect(error?.code == "answer-unreadable")
  }

  @Test(arguments: [0, -1, Int.max])
  func `a code lasts as long as one can wait for it`(lifetime: Int) async throws {
    let error = try await refusal { try await begin(Script(lifetime: lifetime)) { _, _, _ in } }
    #expect(error?.code == "answer-unreadable")
  }

  @Test func `a home that is linked is not linked again`() async throws {
    try await begin(Script()) { linking, _, server in
      let error = try await refusal { try await linking.begin(at: server.address) }
      #expect(error?.code == "already-linked")
    }
  }
}
