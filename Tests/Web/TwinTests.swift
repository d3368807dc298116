import Core
import HTTPTypes
import LeakCheck
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// Habits of one title, on every page that names them.
@Suite(.leavesNothingBehind) struct TwinTests {
  private let names = ["Read (at home)", "Read (at work)"]

  private struct Made: Decodable { let id: String }

  private func world(_ product: Product) async throws -> (World, ids: [String]) {
    let presentations = ProductCatalog.pagePresentations(of: product)
    let world = try await World.open(product, presentations: presentations)
    try await bringTwins(to: world)
    let all = try await world.ask(.get, "/api/v1/tracking/all-habits?includesArchived=true")
    let habits = try JSON.decode([Made].self, from: Array(all.body.utf8))
    return (world, habits.map(\.id))
  }

  /// Uploads a Beaver Habits export with two habits of one title, done on the last seven days but
  /// today.
  private func bringTwins(to world: World) async throws {
    let today = Day(number: Int(TestHost.now.milliseconds / 86_400_000))
    let records = (1...7).map { "{\"day\":\"\(today.advanced(by: -$0))\",\"done\":true}" }
    let items = ["at home", "at work"].map { group in
      """
      {"name":"Read","id":"\(group)","tags":["\(group)"],\
      "records":[\(records.joined(separator: ","))]}
      """
    }
    let parts = [
      "name=\"back\"\r\n\r\n/today",
      "name=\"file\"; filename=\"beaver.json\"\r\nContent-Type: application/json\r\n\r\n"
        + "{\"user_email\":\"a@example.org\",\"habits\":[\(items.joined(separator: ","))]}",
    ]
    let answer = try await world.upload(parts, to: "shell.import")
    #expect(answer.status == 200, "\(answer.body)")
  }

  private func expectBoth(_ path: String, _ world: World) async throws {
    let page = try await world.ask(.get, path)
    #expect(page.status == 200, "\(path)")
    for name in names { #expect(page.body.contains(name), "\(path): \(page.body)") }
    #expect(!page.body.contains("Read #"), "\(path)")
  }

  @Test func `H-24 streaks, scores, badges, reminders and cards to share name both`()
    async throws
  {
    let (world, _) = try await world(.streaks)
    for path in ["/streaks", "/scores", "/badges", "/reminders", "/share"] {
      try await expectBoth(path, world)
    }
    let share = try await world.ask(.get, "/share")
    #expect(share.body.contains("\(names[0]): 7 days"), "\(share.body)")
  }

  @Test func `H-24 a widget names both, and the one that is left`() async throws {
    let (world, ids) = try await world(.beebloom)
    for path in ["/widget?size=small", "/widgets", "/"] { try await expectBoth(path, world) }
    _ = try await world.submit("tracking.check", [("habit", ids[0]), ("mark", "done")])
    let page = try await world.ask(.get, "/widget?size=small")
    // The garden above the list names what grows in it, done or not.
    let list = try #require(page.body.split(separator: "<ul>").last)
    #expect(list.contains(names[1]))
    #expect(!list.contains(names[0]))
  }

  @Test func `H-24 a reminder that is set says for which of them`() async throws {
    let (world, ids) = try await world(.hobbyist)
    let answer = try await world.submit(
      "reminders.set-reminder",
      [("habit", ids[1]), ("time", "19:00")],
      fields: [.fragment: "1"]
    )
    #expect(answer.body.contains("\(names[1]) — you will be reminded"), "\(answer.body)")
  }
}
