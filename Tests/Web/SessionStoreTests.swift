import Core
import EngineDriving
import Glibc
import Testing

@testable import HTTPServing
@testable import Web

@Suite struct SessionStoreTests {
  /// A path in a new folder, which is removed after `body`.
  private func withFile(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/sessions-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer {
      unlink(folder + "/sessions.json")
      rmdir(folder)
    }
    try body(folder + "/sessions.json")
  }

  private func text(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func `sessions outlive the program, and the file is of no use for signing in`() throws {
    try withFile { path in
      let clock = ManualClock()
      let store = SessionStore(path: path, clock: clock)
      let (session, token) = try store.begin(browser: "Firefox on Linux")
      #expect(token.count == 64)
      #expect(!text(path).contains(token))
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      let later = SessionStore(path: path, clock: clock)
      #expect(later.use(token)?.session == session)
      #expect(later.use(session.id) == nil)
      let hash = try #require(text(path).firstMatch(of: #/"hash":"(\w+)"/#)).1
      #expect(later.use(String(hash)) == nil)
      #expect(later.use("") == nil)
    }
  }

  @Test func `what is ended stays ended`() throws {
    try withFile { path in
      let store = SessionStore(path: path)
      let (first, one) = try store.begin(browser: "A")
      let (_, two) = try store.begin(browser: "B")
      #expect(try store.revoke(first.id))
      #expect(try !store.revoke(first.id))
      let later = SessionStore(path: path)
      #expect(later.use(one) == nil)
      #expect(later.use(two)?.session.browser == "B")
      #expect(try later.revokeAll() == 1)
      #expect(SessionStore(path: path).all.isEmpty)
    }
  }

  @Test func `a use is written once a day`() throws {
    try withFile { path in
      let clock = ManualClock()
      let store = SessionStore(path: path, clock: clock)
      let (_, token) = try store.begin(browser: "A")
      let before = text(path)
      clock.pass(seconds: 86_399)
      #expect(store.use(token)?.isRenewed == false)
      #expect(text(path) == before)
      clock.pass(seconds: 1)
      #expect(store.use(token)?.isRenewed == true)
      #expect(text(path) != before)
      #expect(store.use(token)?.isRenewed == false)
      #expect(SessionStore(path: path, clock: clock).all.first?.usedAt == clock.now())
    }
  }

  @Test func `a clock that is ahead for a while signs nobody out, and nobody in for longer`() throws
  {
    let clock = ManualClock()
    let store = SessionStore(path: nil, clock: clock)
    let (_, token) = try store.begin(browser: "A")
    clock.pass(seconds: 1000 * 86_400)
    #expect(store.use(token) == nil)
    let (later, other) = try store.begin(browser: "B")
    #expect(store.all == [later])
    clock.pass(seconds: -1000 * 86_400)
    #expect(store.use(token) != nil)
    #expect(!store.isFresh(later))
    let use = try #require(store.use(other))
    #expect(use.isRenewed)
    #expect(try #require(store.use(other)).session.usedAt == clock.now())
  }

  @Test func `a file that others can read or write is not believed`() throws {
    try withFile { path in
      let (_, token) = try SessionStore(path: path).begin(browser: "A")
      chmod(path, 0o620)
      #expect(SessionStore(path: path).use(token) == nil)
      chmod(path, 0o600)
      #expect(SessionStore(path: path).use(token) != nil)
    }
  }

  @Test func `a damaged file signs nobody in and can be replaced`() throws {
    try withFile { path in
      _ = try SessionStore(path: path).begin(browser: "A")
      truncate(path, 7)
      let store = SessionStore(path: path)
      #expect(store.all.isEmpty)
      let (_, token) = try store.begin(browser: "B")
      #expect(SessionStore(path: path).use(token)?.session.browser == "B")
    }
  }

  @Test func `a file that cannot be written lets nobody in, and says so`() throws {
    let store = SessionStore(path: "/nonexistent/sessions.json")
    let error = #expect(throws: DomainError.self) { try store.begin(browser: "A") }
    #expect(error?.code == "web-file-unwritable")
    #expect(store.all.isEmpty)
  }

  @Test func `there are at most 64, of which the one unused for longest makes room`() throws {
    let clock = ManualClock()
    let store = SessionStore(path: nil, clock: clock)
    let (_, first) = try store.begin(browser: "first")
    clock.pass(seconds: 1)
    let (_, second) = try store.begin(browser: "second")
    for _ in 2..<64 {
      clock.pass(seconds: 1)
      _ = try store.begin(browser: "more")
    }
    clock.pass(seconds: 86_400)
    #expect(store.use(first) != nil)
    _ = try store.begin(browser: "last")
    #expect(store.all.count == 64)
    #expect(store.use(first) != nil)
    #expect(store.use(second) == nil)
  }

  @Test(
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "Firefox on Linux"),
      (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
        "Chrome on Android"
      ),
      ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18 Safari/605", "Safari on Mac"),
      ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
      ("Mozilla/5.0 (Haiku) Other/1", "A browser"), ("curl/8.5", "A program"), ("<b>", "A program"),
      (nil, "A program"),
    ] as [(String?, String)]
  )
  func `a browser is named by what is known of it`(userAgent: String?, name: String) {
    #expect(BrowserName.short(userAgent) == name)
  }
}
