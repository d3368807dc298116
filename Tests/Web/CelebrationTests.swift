import Core
import HTTPTypes
import LeakCheck
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// Milestones reached through forms, in the real products.
@Suite(.leavesNothingBehind) struct CelebrationTests {
  private let today = Day(number: Int(TestHost.now.milliseconds / 86_400_000))
  private let words = "Read: 7 days"

  private func world(_ product: Product) async throws -> World {
    try await World.open(product, presentations: ProductCatalog.pagePresentations(of: product))
  }

  /// A world in which a habit was done on each of the six days up to yesterday.
  private func lived(_ product: Product) async throws -> (World, habit: String) {
    let world = try await world(product)
    _ = try await bring(["Read": 1...6], to: world)
    let found = try await world.ask(.get, "/api/v1/tracking/find-habit?text=Read")
    guard case .text(let habit) = found.member("id") else { throw DomainError("none", found.body) }
    return (world, habit)
  }

  /// Uploads a Beaver Habits export, with habits that were done the given numbers of days ago.
  private func bring(_ habits: [String: ClosedRange<Int>], to world: World) async throws -> Answer {
    let items = habits.sorted { $0.key < $1.key }.map { title, days in
      let records = days.map { "{\"day\":\"\(today.advanced(by: -$0))\",\"done\":true}" }
      return """
        {"name":"\(title)","id":"\(title)","tags":[],"records":[\(records.joined(separator: ","))]}
        """
    }
    let parts = [
      "name=\"back\"\r\n\r\n/today",
      "name=\"file\"; filename=\"beaver.json\"\r\nContent-Type: application/json\r\n\r\n"
        + "{\"user_email\":\"a@example.org\",\"habits\":[\(items.joined(separator: ","))]}",
    ]
    return try await world.upload(parts, to: "shell.import")
  }

  private func mark(
    _ habit: String,
    _ mark: String,
    _ values: [(String, String)] = [],
    in world: World
  ) async throws -> Answer {
    try await world.submit(
      "tracking.check",
      [("habit", habit), ("mark", mark)] + values,
      fields: [.fragment: "1"]
    )
  }

  private func notices(_ world: World) async throws -> Int {
    let inbox = try await world.ask(.get, "/api/v1/reminders/read-inbox?limit=50")
    #expect(inbox.status == 200)
    return inbox.body.ranges(of: "\"kind\":\"milestone\"").count
  }

  @Test func `a form that reaches a milestone is answered with praise, once`() async throws {
    let (world, habit) = try await lived(.streaks)
    let first = try await mark(habit, "done", in: world)
    #expect(first.status == 200)
    #expect(first[.outcome] == "celebration")
    #expect(first.body.ranges(of: words).count == 1)
    #expect(first.body.contains("href=\"/share?of=reached.\(habit).7.day\""))
    #expect(first.body.contains("action=\"/do/tracking.restore\""))
    for again in ["open", "done", "done"] {
      let answer = try await mark(habit, again, in: world)
      #expect(answer[.outcome] == "done")
      #expect(!answer.body.contains(words))
    }
    #expect(try await notices(world) == 1)
  }

  @Test func `a program is told in the reply what its order has reached`() async throws {
    let (world, habit) = try await lived(.streaks)
    func order(_ mark: String) async throws -> Answer {
      let fields = "{\"habit\":\"\(habit)\",\"day\":\"\(today)\",\"mark\":\"\(mark)\"}"
      return try await world.order("tracking/set-check", fields)
    }
    let event = "\"event\":\"gamification.milestone-reached\""
    let first = try await order("done")
    #expect(first.member("status") == .text("done"))
    #expect(first.body.ranges(of: event).count == 1)
    for mark in ["open", "done"] {
      let again = try await order(mark)
      #expect(again.member("status") == .text(mark))
      #expect(!again.body.contains(event))
    }
  }

  @Test func `without a script the praise stands on the page that follows`() async throws {
    let (world, habit) = try await lived(.streaks)
    let sent = try await world.submit("tracking.check", [("habit", habit), ("mark", "done")])
    #expect(sent.status == 303)
    let cookie = try #require(sent[.setCookie]).prefix { $0 != ";" }
    let page = try await world.ask(.get, "/today", [.cookie: String(cookie)])
    #expect(page.body.contains("data-kind=\"celebration\""))
    #expect(page.body.ranges(of: words).count == 1)
    let next = try await world.ask(.get, "/today")
    #expect(!next.body.contains(words))
  }

  @Test func `a form that is sent again because its answer was lost is praised again`() async throws
  {
    let (world, habit) = try await lived(.streaks)
    for _ in 0..<2 {
      let answer = try await world.submit(
        "tracking.check",
        [("habit", habit), ("mark", "done")],
        fields: [.fragment: "1", .idempotencyKey: "0123456789abcdef0123456789abcdef"]
      )
      #expect(answer[.outcome] == "celebration")
    }
    #expect(try await notices(world) == 1)
  }

  @Test func `a form that is refused celebrates nothing`() async throws {
    let (world, habit) = try await lived(.streaks)
    let day = today.advanced(by: -7).description
    let answer = try await mark(habit, "done", [("day", day)], in: world)
    #expect(answer[.outcome] == "refusal")
    #expect(!answer.body.contains(words))
    #expect(try await notices(world) == 0)
  }

  @Test func `a refusal says whether the same form can ever succeed`() async throws {
    let (world, habit) = try await lived(.streaks)
    let past = try await mark(habit, "done", [("day", "\(today.advanced(by: -1))")], in: world)
    #expect(past[.repetition] == "useless")
    // As the page writes days.
    #expect(past.body.contains("Only today (29 Mar) can be marked here, and 28 Mar is past."))
    let mistyped = try await mark(habit, "done", [("value", "a lot")], in: world)
    #expect(mistyped[.outcome] == "refusal")
    #expect(mistyped[.repetition] == "useless")
    let edit = "{\"habit\":\"\(habit)\",\"patch\":{\"archived\":true}}"
    #expect(try await world.order("tracking/edit-habit", edit).status == 200)
    let archived = try await mark(habit, "done", in: world)
    #expect(archived[.outcome] == "refusal")
    #expect(archived[.repetition] == nil)
  }

  @Test func `what a program has reached is not said by the next form`() async throws {
    let (world, habit) = try await lived(.streaks)
    let order = "{\"habit\":\"\(habit)\",\"mark\":\"done\"}"
    #expect(try await world.order("tracking/set-check", order).status == 200)
    let answer = try await mark(habit, "done", in: world)
    #expect(answer[.outcome] == "done")
    #expect(!answer.body.contains(words))
  }

  @Test func `where nothing celebrates the form is confirmed, and the notice waits`() async throws {
    let (world, habit) = try await lived(.hobbyist)
    let answer = try await mark(habit, "done", in: world)
    #expect(answer[.outcome] == "done")
    #expect(!answer.body.contains(words))
    #expect(try await notices(world) == 1)
    let inbox = try await world.ask(.get, "/inbox")
    #expect(inbox.body.contains(words))
  }

  @Test func `an import tells what it brought, and then what was reached today`() async throws {
    let world = try await world(.streaks)
    let answer = try await bring(["Read": 0...6, "Run": 1...7, "Swim": 0...29], to: world)
    #expect(answer[.outcome] == "celebration")
    #expect(answer.body.contains("Imported 3 habits and 44 marked days"))
    #expect(answer.body.ranges(of: words).count == 1)
    #expect(answer.body.ranges(of: "Swim: 30 days").count == 1)
    #expect(!answer.body.contains("Run: 7 days"))
    // A report stays until somebody closes it, with praise as well.
    #expect(answer.body.contains(" data-lasts"))
    // Which of several is shared is chosen among the badges.
    #expect(answer.body.contains("<a href=\"/badges\" class=\"button quiet\">Share</a>"))
    #expect(!answer.body.contains("of=reached"))
    #expect(try await notices(world) == 2)
    let again = try await bring(["Read": 0...6], to: world)
    #expect(again[.outcome] == "done")
  }

  @Test func `an old history is brought in without praise`() async throws {
    let world = try await world(.streaks)
    let answer = try await bring(["Read": 200...240], to: world)
    #expect(answer[.outcome] == "done")
    #expect(answer.body.contains("Imported 1 habit and 41 marked days"))
    #expect(try await notices(world) == 0)
  }
}
