import Core
import HTTPTypes
import LeakCheck
import Locks
import Pages
import Synchronization
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct FormTests {
  private func cookie(_ answer: Answer) -> String? {
    answer[.setCookie].map { String($0.prefix { $0 != ";" }) }
  }

  @Test func `a form leads back with its message, which is shown once`() async throws {
    let world = try await World.open()
    let sent = try await world.submit("test.water", [("plant", "fern")], back: "/plants/fern")
    #expect(sent.status == 303)
    #expect(sent[.location] == "/plants/fern")
    let cookie = try #require(self.cookie(sent))
    let page = try await world.ask(.get, "/plants/fern", [.cookie: cookie])
    #expect(page.body.contains("Watered fern."))
    #expect(page[.setCookie]?.contains("Max-Age=0") == true)
    #expect(page.body.contains("test.dry"))
  }

  @Test func `a message that was not written here is not shown`() async throws {
    let world = try await World.open()
    let sent = try await world.submit("test.water", [("plant", "fern")])
    let forged = try #require(self.cookie(sent)).split(separator: "fern").joined(separator: "oaks")
    let page = try await world.ask(.get, "/today", [.cookie: forged])
    #expect(!page.body.contains("Watered"))
  }

  @Test func `a script gets the page it lands on at once`() async throws {
    let world = try await World.open()
    let answer = try await world.submit(
      "test.water",
      [("plant", "fern")],
      back: "/plants/fern?q=1",
      fields: [.fragment: "1"]
    )
    #expect(answer.status == 200)
    #expect(answer[.landedAt] == "/plants/fern?q=1")
    #expect(answer[.outcome] == "done")
    #expect(answer.body.contains("Watered fern."))
    #expect(answer.body.contains("<p>1</p>"))
    #expect(!answer.body.contains("<html"))
    #expect(answer[.setCookie] == nil)
  }

  @Test func `when the page is gone a script lands at home`() async throws {
    let world = try await World.open()
    let answer = try await world.submit(
      "test.water",
      back: "/plants/gone",
      fields: [.fragment: "1"]
    )
    #expect(answer.status == 200)
    #expect(answer[.landedAt] == "/")
  }

  @Test func `a refusal is told on the page`() async throws {
    let world = try await World.open()
    let answer = try await world.submit("test.refuse", fields: [.fragment: "1"])
    #expect(answer.status == 200)
    #expect(answer[.outcome] == "refusal")
    #expect(answer.body.contains("It is wet already."))
  }

  @Test func `without a script a refused form is shown with what was typed, and names the field`()
    async throws
  {
    let world = try await World.open()
    let long = String(repeating: "<ä", count: 5000)
    let typed = [("name", long), ("height", "99"), ("password", "open sesame")]
    let sent = try await world.submit("test.plant", typed, back: "/plant")
    #expect(sent.status == 303)
    #expect(sent[.location] == "/plant")
    let cookies = sent.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }
    #expect(cookies.count == 2)
    let fields: HTTPFields = [.cookie: cookies.joined(separator: "; ")]
    let page = try await world.ask(.get, "/plant", fields)
    #expect(page.status == 200)
    let name: HTML = "name=\"name\" value=\"\(long)\""
    #expect(page.body.contains(name.markup))
    #expect(page.body.contains("name=\"height\" value=\"99\" aria-invalid=\"true\""))
    #expect(page.body.contains("<small class=\"refused\" id=\"refused\">99 m is too high.</small>"))
    #expect(page.body.ranges(of: "99 m is too high").count == 1, "no message says it as well")
    #expect(!page.body.contains("sesame"))
    let clearing = page.headers[values: .setCookie].filter { $0.contains("Max-Age=0") }
    #expect(clearing.count == 2)
    #expect(try await !world.ask(.get, "/plant").body.contains("value=\"99\""))
  }

  @Test func `a script gets a refusal beside its field, and for what waited as a message`()
    async throws
  {
    let world = try await World.open()
    func plant(_ fields: HTTPFields = [:]) async throws -> Answer {
      let own: HTTPFields = [.fragment: "1"]
      return try await world.submit(
        "test.plant",
        [("height", "99")],
        back: "/plant",
        fields: own + fields
      )
    }
    let now = try await plant()
    #expect(now[.outcome] == "refusal")
    #expect(now.body.contains("<small class=\"refused\" id=\"refused\">99 m is too high.</small>"))
    #expect(!now.body.contains("data-kind=\"refusal\""))
    let waited = try await plant([.claim: "\(TestHost.now.milliseconds) 0"])
    #expect(waited[.outcome] == "refusal")
    #expect(waited.body.contains("data-kind=\"refusal\"><p>99 m is too high.</p>"))
    #expect(!waited.body.contains("id=\"refused\""))
  }

  @Test func `what was typed is shown to the browser that sent it alone`() async throws {
    let world = try await World.open()
    let sent = try await world.submit("test.plant", [("height", "99")], back: "/plant")
    let cookies = sent.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }
    let name = try #require(cookies.first { $0.hasPrefix(RefusedForms.cookie) })
    let other = try await World.open()
    #expect(try await !other.ask(.get, "/plant", [.cookie: name]).body.contains("value=\"99\""))
    let altered: HTTPFields = [.cookie: String(name.dropLast()) + (name.hasSuffix("0") ? "1" : "0")]
    #expect(try await !world.ask(.get, "/plant", altered).body.contains("value=\"99\""))
  }

  @Test func `an error of the program is not taken for a success`() async throws {
    let world = try await World.open()
    #expect(try await world.submit("test.break").status == 500)
  }

  @Test func `a form without the token, or with a wrong one, does nothing`() async throws {
    let world = try await World.open()
    for token in ["", "x", String(repeating: "0", count: 64)] {
      let answer = try await world.submit("test.water", token: token)
      #expect(answer.status == 403)
      #expect(answer.body.contains("Nothing was changed"))
    }
  }

  @Test func `the token stays the same when the app starts anew`() async throws {
    let first = try await World.open()
    let second = try await World.open { $0.access = first.access }
    let cookie: HTTPFields = [.cookie: first.cookie]
    let sent = try await second.submit("test.water", token: first.formToken, fields: cookie)
    #expect(sent.status == 303)
    // Not in the hands of another browser.
    #expect(try await second.submit("test.water", token: first.formToken).status == 403)
  }

  @Test func `a form's token is another text on each page, and each is taken`() async throws {
    let world = try await World.open()
    var tokens: Set<String> = []
    for _ in 0..<3 {
      let page = try await world.ask(.get, "/sow")
      let rest = try #require(page.body.split(separator: "name=\"token\" value=\"").last)
      let token = String(rest.prefix { $0 != "\"" })
      tokens.insert(token)
      let sent = try await world.submit("test.water", [("plant", "fern")], token: token)
      #expect(sent.status == 303)
    }
    #expect(tokens.count == 3)
    for place in [0, 31, 32, 63] {
      var damaged = Array(try #require(tokens.first))
      damaged[place] = damaged[place] == "0" ? "1" : "0"
      let sent = try await world.submit("test.water", token: String(damaged))
      #expect(sent.status == 403)
    }
  }

  @Test(arguments: ["//evil.example", "/\\evil.example", "https://evil.example", "x", "/a\nb", ""])
  func `a form never leads to another site`(target: String) async throws {
    let world = try await World.open()
    #expect(try await world.submit("test.away", [("to", target)])[.location] == "/")
  }

  @Test func `files arrive with their names`() async throws {
    let world = try await World.open()
    let parts = [
      "name=\"tag\"\r\n\r\na", "name=\"tag\"\r\n\r\nb",
      "name=\"file\"; filename=\"a%22b.csv\"\r\n"
        + "Content-Type: text/csv\r\n\r\nday,done\r\n",
    ]
    let answer = try await world.upload(parts, to: "test.upload")
    #expect(answer.status == 200)
    #expect(answer.body.contains("a&quot;b.csv: 10 bytes, 2 tags"))
  }

  @Test(arguments: [("", "No file was chosen."), ("a.csv", "That file is empty.")])
  func `an empty file is told from none`(name: String, words: String) async throws {
    let world = try await World.open()
    let file =
      "name=\"file\"; filename=\"\(name)\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    let answer = try await world.upload([file], to: "test.upload")
    #expect(answer.body.contains(words), "\(answer.body)")
  }

  @Test func `what is no form, or a broken one, is refused`() async throws {
    let world = try await World.open()
    func send(_ type: String, _ body: String) async throws -> Int {
      try await world.ask(.post, "/do/test.water", [.contentType: type], body: body).status
    }
    #expect(try await send("text/plain", "token=x") == 415)
    #expect(try await send("", "token=x") == 415)
    #expect(try await send("application/x-www-form-urlencoded", "token=%") == 400)
    #expect(try await send("multipart/form-data", "--x--") == 400)
    #expect(try await send("multipart/form-data; boundary=x", "--x\r\nnothing") == 400)
    // White space may stand before the parameters (RFC 9110, section 8.3.1).
    #expect(try await send("multipart/form-data ; boundary=x", "--x\r\nnothing") == 400)
  }

  @Test func `a form that is too large is refused`() async throws {
    let world = try await World.open { $0.limits.body = 1000 }
    let long = String(repeating: "a", count: 2000)
    let answer = try await world.submit("test.water", [("plant", long)])
    #expect(answer.status == 413)
    #expect(answer.body.contains("Nothing was changed"))
  }

  @Test func `a form with a key is carried out once`() async throws {
    let world = try await World.open()
    func water(_ plant: String, _ action: String = "test.water") async throws -> Answer {
      let key: HTTPFields = [.idempotencyKey: "offline-1"]
      return try await world.submit(action, [("plant", plant)], fields: key)
    }
    let answers = [try await water("keyed palm"), try await water("keyed palm")]
    #expect(answers.map(\.status) == [303, 303])
    #expect(answers[0][.setCookie] == answers[1][.setCookie])
    #expect(GardenPresentation.waterings(of: "keyed palm") == 1)
    #expect(try await water("keyed fern").status == 422, "another form has a key of its own")
    #expect(try await water("keyed palm", "test.refuse").status == 422)
    let damaged = try await world.submit("test.water", [], fields: [.idempotencyKey: "a b"])
    #expect(damaged.status == 400)
  }

  @Test func `a form with a key that was refused is tried anew`() async throws {
    let world = try await World.open()
    for _ in 0..<2 {
      let key: HTTPFields = [.idempotencyKey: "offline-2", .fragment: "1"]
      let answer = try await world.submit("test.refuse", [("plant", "refused")], fields: key)
      #expect(answer[.outcome] == "refusal")
    }
    #expect(GardenPresentation.waterings(of: "refused") == 2)
  }

  @Test func `a form that was held back is carried out as of then`() async throws {
    let world = try await World.open()
    func send(_ claim: String?) async throws -> Answer {
      let fields: HTTPFields = claim.map { [.claim: $0] } ?? [:]
      return try await world.submit("test.when", fields: [.fragment: "1"] + fields)
    }
    let now = TestHost.now.milliseconds
    func isOf(_ instant: Int64, _ claim: String?) async throws -> Bool {
      try await send(claim).body.contains("<p>\(instant)</p>")
    }
    #expect(try await isOf(now, nil))
    #expect(try await isOf(now - 3_600_000, "\(now - 3_600_000) 0"))
    #expect(try await isOf(now, "\(now + 3_600_000) 0"), "never after now")
    #expect(try await isOf(now, "0 0"), "what claims to be older than a week is not believed")
    for damaged in ["", "1", "1 2 3", "a b", "-1 0", "1 -2", "1.5 0", "9999999999999999999 0"] {
      #expect(try await send(damaged).status == 400, "\(damaged)")
    }
  }

  @Test func `a field named key belongs to the form`() async throws {
    let world = try await World.open()
    for _ in 0..<2 {
      _ = try await world.submit("test.water", [("plant", "named"), ("key", "theme")])
    }
    #expect(GardenPresentation.waterings(of: "named") == 2)
  }
}
