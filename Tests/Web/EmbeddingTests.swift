import Core
import Foundation
import HTTPTypes
import LeakCheck
import Pages
import Testing

@testable import HTTPServing
@testable import Web

/// What other pages may show of the app, and do with it.
@Suite(.leavesNothingBehind) struct EmbeddingTests {
  private func policy(_ answer: Answer) -> String {
    answer[.contentSecurityPolicy].map { String($0.split(separator: ";").last ?? "") } ?? ""
  }

  private func world(origins: String = "") async throws -> (World, Embedding) {
    let world = try await World.open()
    if !origins.isEmpty { try world.configuration.embedding.allow(origins) }
    return (world, try world.configuration.embedding.current())
  }

  /// Sends a form as an embedded page does.
  private func tap(
    _ world: World,
    _ item: String,
    _ principal: WebPrincipal,
    action: String = "test.tap",
    back: String? = nil
  ) async throws -> Answer {
    let token = Secrets(token: "", secret: World.secret).formToken(for: principal)
    return try await world.askAsStranger(
      .post,
      "/do/\(action)?\(item)",
      host: "127.0.0.1:\(World.port)",
      [.contentType: "application/x-www-form-urlencoded", .fragment: "1"],
      body: "token=\(token)&back=\(PercentCoding.encoded(back ?? "/widget?\(item)"))"
    )
  }

  @Test func `nothing of a browser that is signed in stands in other pages`() async throws {
    let (world, _) = try await world(origins: "http://start.example")
    for path in ["/widget", "/widget?embed", "/widget?size=small&embed=1", "/today?embed=1"] {
      #expect(policy(try await world.ask(.get, path)) == " frame-ancestors 'none'", "\(path)")
    }
  }

  @Test func `any page may show what is made for it, and a click there does nothing`() async throws
  {
    let (world, embedding) = try await world()
    let item = embedding.showingItem
    for host in [World.authority, "127.0.0.1:\(World.port)"] {
      let widget = try await world.askAsStranger(.get, "/widget?\(item)", host: host)
      #expect(widget.status == 200)
      #expect(policy(widget) == " frame-ancestors * file:")
      #expect(!widget.body.contains("<form"))
      #expect(!widget.body.contains(World.name))
    }
    #expect(try await world.askAsStranger(.head, "/api/v1/events?\(item)").status == 200)
    #expect(try await tap(world, item, .embedding(.showing)).status == 401)
    for path in ["/today?\(item)", "/api/v1/garden?\(item)", "/widget?key=x", "/widget"] {
      #expect(try await world.askAsStranger(.get, path).status == 401, "\(path)")
    }
  }

  @Test func `a click counts in the pages that the person has named`() async throws {
    let (world, embedding) = try await world(
      origins: "http://localhost:3000, https://START.example\nhttp://[::1]:80"
    )
    let item = embedding.actingItem
    let widget = try await world.askAsStranger(.get, "/widget?\(item)")
    #expect(
      policy(widget)
        == " frame-ancestors http://localhost:3000 https://start.example http://[::1]:80"
    )
    #expect(widget.body.contains("action=\"/do/test.tap?\(item)\""))
    #expect(try await tap(world, item, .embedding(.acting)).status == 200)
    #expect(
      try await tap(world, item, .embedding(.acting), action: "test.water").status == 401
    )
    // The page that a form comes back with is no other either.
    #expect(try await tap(world, item, .embedding(.acting), back: "/today").status == 404)
    // The proof of a page that only shows is not good for it.
    #expect(try await tap(world, item, .embedding(.showing)).status == 403)
  }

  @Test func `while no page is named none may act`() async throws {
    let (world, embedding) = try await world()
    let widget = try await world.askAsStranger(.get, "/widget?\(embedding.actingItem)")
    #expect(policy(widget) == " frame-ancestors 'none'")
  }

  @Test func `addresses that were given away end with new keys`() async throws {
    let (world, old) = try await world(origins: "http://start.example")
    #expect(try await world.submit("shell.renew-embedding", back: "/widget").status == 303)
    for item in [old.showingItem, old.actingItem] {
      #expect(try await world.askAsStranger(.get, "/widget?\(item)").status == 401)
    }
    let new = try world.configuration.embedding.current()
    #expect(new.origins == old.origins)
    #expect(try await world.askAsStranger(.get, "/widget?\(new.showingItem)").status == 200)
  }

  @Test(arguments: [
    "start.example", "https://start.example/", "https://*.example", "https://a b;script-src *",
    "https://x'", "javascript:alert(1)", "null", "file://", "http://", "http://x:y",
    "https://\(String(repeating: "a", count: 300)).example",
  ])
  func `what is no origin is refused with words`(text: String) async throws {
    let (world, _) = try await world(origins: "http://kept.example")
    let answer = try await world.submit(
      "shell.allow-embedding",
      [("origins", text)],
      back: "/widget",
      fields: [.fragment: "1"]
    )
    #expect(answer[.outcome] == "refusal")
    #expect(world.configuration.embedding.origins == ["http://kept.example"])
  }

  @Test func `keys and pages are kept, in a file that nobody else can read`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "embedding.json").path
    let first = EmbeddingStore(path: path)
    let given = try first.current()
    try first.allow("http://start.example")
    let second = EmbeddingStore(path: path)
    #expect(try second.current().showingKey == given.showingKey)
    #expect(second.origins == ["http://start.example"])
    #expect(second.permission(of: given.actingKey) == .acting)
    #expect(second.permission(of: "") == nil)
  }
}
