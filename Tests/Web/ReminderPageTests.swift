import Core
import HTTPTypes
import LeakCheck
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// Reminders that are set and taken back on pages.
@Suite(.leavesNothingBehind) struct ReminderPageTests {
  private struct Made: Decodable { let id: String }

  private struct Reminders: Decodable {
    struct Item: Decodable {
      let times: [Time]
    }

    struct Time: Decodable {
      let day: String?
    }

    let items: [Item]
  }

  private func days(_ world: World) async throws -> [String?] {
    let answer = try await world.ask(.get, "/api/v1/reminders")
    let reminders = try JSON.decode(Reminders.self, from: Array(answer.body.utf8))
    return reminders.items.flatMap(\.times).map(\.day)
  }

  @Test func `H-17 a reminder that is set while none comes is not promised`() async throws {
    let product = Product.hobbyist
    let presentations = ProductCatalog.pagePresentations(of: product)
    let world = try await World.open(product, presentations: presentations)
    _ = try await world.submit("tracking.create-habit", [("title", "Read")])
    let all = try await world.ask(.get, "/api/v1/tracking/all-habits?includesArchived=true")
    let habit = try #require(try JSON.decode([Made].self, from: Array(all.body.utf8)).first?.id)
    func set() async throws -> String {
      let time = [("habit", habit), ("time", "19:00")]
      return try await world.submit("reminders.set-reminder", time, fields: [.fragment: "1"]).body
    }
    #expect(try await set().contains("wait in the inbox"))
    _ = try await world.submit("reminders.set-kinds", [("kind", "weekly")])
    let silent = try await set()
    #expect(silent.contains("Reminders are switched off among your notices"))
    #expect(!silent.contains("wait in the inbox"))
    _ = try await world.submit("reminders.switch", [("state", "off")])
    let off = try await set()
    #expect(off.contains("Notices are switched off, so nothing will call you"))
    #expect(!off.contains("wait in the inbox"))
    // What is left when another one is taken back is not promised either.
    let other = [("habit", habit), ("time", "20:00")]
    _ = try await world.submit("reminders.set-reminder", other)
    let left = try await world.submit(
      "reminders.remove-reminder",
      other,
      fields: [.fragment: "1"]
    )
    #expect(left.body.contains("Notices are switched off, so nothing will call you"))
    _ = try await world.submit("reminders.switch", [("state", "on")])
    _ = try await world.submit("reminders.set-reminder", other)
    _ = try await world.submit("tracking.archive-habit", [("habit", habit), ("archived", "true")])
    let archived = try await world.submit(
      "reminders.remove-reminder",
      other,
      fields: [.fragment: "1"]
    )
    #expect(archived.body.contains("Read is archived, so nothing reminds of it"))
  }

  @Test func `of several times none is kept if one of them is none`() async throws {
    let product = Product.sober
    let presentations = ProductCatalog.pagePresentations(of: product)
    let world = try await World.open(product, presentations: presentations)
    func set(review: String) async throws -> Bool {
      let wanted = [
        ("kind", "pledge"), ("time-pledge", "05:55"), ("kind", "review"), ("time-review", review),
      ]
      _ = try await world.submit("reminders.set-moments", wanted, back: "/reminders")
      return try await world.ask(.get, "/reminders").body.contains("value=\"05:55\"")
    }
    #expect(try await !set(review: "soon"))
    #expect(try await set(review: "21:21"))
  }

  @Test func `taking one reminder back leaves another at its time`() async throws {
    let product = Product.hobbyist
    let presentations = ProductCatalog.pagePresentations(of: product)
    let world = try await World.open(product, presentations: presentations)
    _ = try await world.submit("tracking.create-habit", [("title", "Read")])
    let all = try await world.ask(.get, "/api/v1/tracking/all-habits?includesArchived=true")
    let habit = try #require(try JSON.decode([Made].self, from: Array(all.body.utf8)).first?.id)
    let time = [("habit", habit), ("time", "19:00")]
    _ = try await world.submit("reminders.set-reminder", time)
    #expect(try await world.ask(.get, "/reminders").body.contains("name=\"tomorrow\" value=\"on\""))
    _ = try await world.submit("reminders.set-reminder", time + [("tomorrow", "on")])
    #expect(try await days(world) == [nil, "2026-03-30"])
    // The page says which of both its button takes back.
    let page = try await world.ask(.get, "/reminders").body
    #expect(page.contains("name=\"day\" value=\"2026-03-30\""))
    _ = try await world.submit("reminders.remove-reminder", time + [("day", "2026-03-30")])
    #expect(try await days(world) == [nil])
  }
}
