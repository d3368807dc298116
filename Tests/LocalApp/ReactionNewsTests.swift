import Core
import Locks
import LoopbackHTTP
import Testing

@testable import LocalApp

/// What a daemon tells of the reactions of friends.
@Suite struct ReactionNewsTests {
  private let folder = TemporaryHome()

  private func notice(_ number: Int, _ kind: String, isSeen: Bool = false) -> String {
    #"{"at":"2026-03-10T08:30:00Z","emoji":"🔥","kind":"\#(kind)","number":\#(number),"#
      + #""person":{"id":"0a","name":"Cleo"},"post":"0b","reaction":"fire","seen":\#(isSeen)}"#
  }

  private func news(_ server: ScriptedServer, session: String = "5e55") throws -> ReactionNews {
    let account = SyncAccount(
      server: "http://\(server.address)",
      serverKey: String(repeating: "ab", count: 32),
      account: "0a",
      email: "me@example.org",
      session: session,
      product: "streaks",
      isSealed: false
    )
    let client = try server.client(token: "t0ken")
    let linked = LinkedAccount(home: folder.home, account: account, client: client)
    return try #require(ReactionNews(linked))
  }

  @Test func `a friend's reaction is told once, also after a restart`() async throws {
    let known = Locked([notice(1, "reaction")])
    let server = try ScriptedServer { request in
      guard let after = request.line.split(separator: "after=").last?.prefix(while: \.isNumber),
        let number = Int(after)
      else { return nil }
      let items = known.withLock { Array($0.dropFirst(number).reversed()) }
      return document(#"{"items":[\#(items.joined(separator: ","))],"unseen":1}"#)
    }
    // What was there before is old.
    #expect(try await news(server).look().isEmpty)
    known.withLock {
      $0 += [notice(2, "post"), notice(3, "reaction"), notice(4, "reaction", isSeen: true)]
    }
    let told = try await news(server).look()
    #expect(told.map(\.number) == [3])
    #expect(told.first?.person.name.description == "Cleo")
    // Another process.
    #expect(try await news(server).look().isEmpty)
    known.withLock { $0.append(notice(5, "reaction")) }
    #expect(try await news(server).look().map(\.number) == [5])
    // Another account begins anew.
    #expect(try await news(server, session: "0ther").look().isEmpty)
  }

  @Test func `what was there before is old, however much it is`() async throws {
    let known = Locked((1...250).map { notice($0, "reaction") })
    let server = try ScriptedServer { request in
      guard let after = request.line.split(separator: "after=").last?.prefix(while: \.isNumber),
        let number = Int(after)
      else { return nil }
      let items = known.withLock { Array($0.dropFirst(number).prefix(100)) }
      return document(#"{"items":[\#(items.joined(separator: ","))],"unseen":250}"#)
    }
    #expect(try await news(server).look().isEmpty)
    #expect(try await news(server).look().isEmpty)
    known.withLock { $0.append(notice(251, "reaction")) }
    #expect(try await news(server).look().map(\.number) == [251])
  }

  @Test func `before anybody has reacted nothing is told, and the first reaction is`() async throws
  {
    let known = Locked<[String]>([])
    let server = try ScriptedServer { _ in
      document(#"{"items":[\#(known.withLock { $0 }.joined(separator: ","))],"unseen":0}"#)
    }
    #expect(try await news(server).look().isEmpty)
    known.withLock { $0 = [notice(1, "reaction")] }
    #expect(try await news(server).look().map(\.number) == [1])
  }
}
