import Core
import HTTPTypes
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct RoutingTests {
  @Test func `a page is found by its path and its parts are handed over`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/plants/fern%20%26%20moss?q=a+b")
    #expect(answer.status == 200)
    #expect(answer.body.contains("<h1>fern &amp; moss</h1><p>a b</p>"))
    #expect(answer[.contentType] == "text/html; charset=utf-8")
    #expect(answer[.cacheControl] == "no-store")
  }

  @Test func `the more exact of two pages is meant`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/plants/new").body.contains("A new plant"))
  }

  @Test func `one who is here for the first time is welcomed`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/")
    #expect(answer.status == 303)
    #expect(answer[.location]?.hasPrefix("/welcome") == true)
  }

  @Test func `where nothing was entered yet the first visit begins`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/")
    #expect(answer.status == 303)
    #expect(answer[.location] == "/welcome")
    #expect(try await world.ask(.get, "/today").body.contains("<h1>Today</h1>"))
  }

  @Test func `the first tab is the home`() async throws {
    let world = try await World.open()
    #expect(try await world.submit("shell.welcome", [("name", "Mara")]).status == 303)
    #expect(try await TestHostOrder.createHabit(world.host))
    #expect(try await world.ask(.get, "/").body.contains("<h1>Today</h1>"))
  }

  @Test func `what is not there is a page that says so`() async throws {
    let world = try await World.open()
    for path in ["/nothing", "/plants/gone", "/do/nothing", "/plants//x", "/assets/0/none.js"] {
      let answer = try await world.ask(.get, path)
      #expect(answer.status == 404 || answer.status == 405, "\(path)")
      #expect(answer.body.contains("<h1>"), "\(path)")
    }
  }

  @Test func `another method is refused with those there are`() async throws {
    let world = try await World.open()
    for method in [HTTPRequest.Method.put, .delete, .options, .trace, .patch, .post] {
      let answer = try await world.ask(method, "/today")
      #expect(answer.status == 405)
      #expect(answer[.allow] == "GET, HEAD")
      #expect(answer[.accessControlAllowOrigin] == nil)
    }
    #expect(try await world.ask(.get, "/do/test.water")[.allow] == "POST")
  }

  @Test func `HEAD has the headers and no body`() async throws {
    let world = try await World.open()
    let whole = try await world.ask(.get, "/today")
    let head = try await world.ask(.head, "/today")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head[.contentLength] == whole[.contentLength])
  }

  @Test func `a slash at the end leads to the page without it`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/plants/fern/?q=1")
    #expect(answer.status == 308)
    #expect(answer[.location] == "/plants/fern?q=1")
    // A naive redirect would lead to another site.
    #expect(try await world.ask(.get, "//evil.example/").status == 404)
  }

  @Test(arguments: ["/%", "/%zz", "/%ff", "/a%00b", "/today?x=%", "today", "*", ""])
  func `an address that cannot be read is refused`(path: String) async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, path).status == 400)
  }

  @Test func `a script gets the inner part alone`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/today", [.fragment: "1"])
    #expect(answer.body.contains("<main"))
    #expect(!answer.body.contains("<html"))
    #expect(answer[.vary] == "X-Trellis-Fragment, Accept-Encoding")
  }

  @Test func `an error of the program is told without its details`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/broken")
    #expect(answer.status == 500)
    #expect(answer.body.contains("lost"))
    #expect(!answer.body.contains("Oops"))
    #expect(answer[.contentSecurityPolicy] != nil)
  }

  @Test func `a journal that cannot be read is told in its words`() async throws {
    let world = try await World.open()
    world.host.fail(DomainError("busy", "Your history is busy. Nothing was lost."))
    let answer = try await world.ask(.get, "/today")
    #expect(answer.status == 409)
    #expect(answer.body.contains("Your history is busy."))
  }

  @Test func `files that are made on demand have their type and name`() async throws {
    let world = try await World.open()
    let shown = try await world.ask(.get, "/pictures/fern.txt")
    #expect(shown.body == "fern")
    #expect(shown[.contentDisposition] == nil)
    let saved = try await world.ask(.get, "/pictures/fern.txt?as=%C3%A4%22.txt")
    #expect(
      saved[.contentDisposition]
        == "attachment; filename=\"__.txt\"; filename*=UTF-8''%C3%A4%22.txt"
    )
  }

  @Test func `what one has already is not sent again`() async throws {
    let world = try await World.open()
    let first = try await world.ask(.get, "/api/v1/garden")
    let tag = try #require(first[.eTag])
    let second = try await world.ask(.get, "/api/v1/garden", [.ifNoneMatch: "\"x\", \(tag)"])
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
    #expect(second[.eTag] == tag)
    #expect(try await world.ask(.get, "/api/v1/garden?rows=4", [.ifNoneMatch: tag]).status == 200)
  }

  @Test func `assets may be kept for ever under their hash`() async throws {
    let world = try await World.open()
    let path = Assets.all.path(of: "app.js")
    let current = try await world.ask(.get, path)
    #expect(current.status == 200)
    #expect(current[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(current[.contentType] == "text/javascript; charset=utf-8")
    let old = try await world.ask(.get, "/assets/0000000000000000/app.js")
    #expect(old.status == 200)
    #expect(old[.cacheControl] == "no-cache")
    #expect(try await world.ask(.get, "/sw.js")[.cacheControl] == "no-cache")
  }
}
