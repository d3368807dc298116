import Core
import TestKit
import Testing
import TrackingContract
import WidgetContract
import WidgetDomain

@Suite struct ComposerTests {
  private func titles(_ content: WidgetContent) -> [String] { content.items.map(\.title) }

  @Test func `W-01: only what is open today is shown, in the order of Today`() throws {
    let harness = try widget([
      habit(5), habit(1, .done), habit(4), habit(2, .skipped), habit(9, isDue: false), habit(3),
    ])
    let content = try harness.ask(ComposeWidget(size: .large))
    #expect(titles(content) == ["Habit 5", "Habit 4", "Habit 3"])
    #expect(content.done == 1)
    #expect(content.open == 3)
    #expect(content.message == nil)
  }

  @Test(arguments: [(WidgetSize.small, 3), (.medium, 6), (.large, 10)])
  func `W-02: a size shows what it has room for`(size: WidgetSize, room: Int) throws {
    for count in 0...14 {
      let content = try widget((0..<count).map { habit($0) }).ask(ComposeWidget(size: size))
      #expect(content.size == size)
      #expect(titles(content) == (0..<min(room, count)).map { "Habit \($0)" })
      #expect(content.more == max(0, count - room))
      #expect(content.open == count)
    }
  }

  @Test func `W-10: what does not fit is counted in words`() throws {
    let six = (0..<6).map { habit($0) }
    #expect(try widget(six).ask(ComposeWidget(size: .small)).overflow == "+3 more")
    #expect(try widget(six).ask(ComposeWidget(size: .medium)).overflow == nil)
  }

  @Test func `W-05: every item carries its color`() throws {
    let content = try widget([habit(1, color: "#a1b2c3"), habit(2)]).ask(
      ComposeWidget(size: .small)
    )
    #expect(content.items.map(\.color.description) == ["#a1b2c3", "teal"])
  }

  @Test func `W-06: each kind of emptiness has its own words`() throws {
    func words(_ habits: [HabitDays]) throws -> String? {
      try widget(habits).ask(ComposeWidget(size: .small)).message?.rawValue
    }
    let nothingDue = "Nothing to tend today. Enjoy your day! 🌸"
    #expect(try words([]) == "Add your first habit in BeeBloom")
    #expect(try words([habit(1, .done), habit(2, .skipped)]) == "All habits completed today! 🌸")
    #expect(try words([habit(1, isDue: false), habit(2, .skipped)]) == nothingDue)
    #expect(try words([habit(1, .done), habit(2)]) == nil)
  }

  @Test func `W-06: what is archived is no reason to add a first habit`() throws {
    let harness = try widget([])
    let archived = habit(1).habit
    harness.answering(AllHabits.self) { $0.includesArchived ? [archived] : [] }
    let message = try harness.ask(ComposeWidget(size: .small)).message
    #expect(message == .nothingDue)
  }

  @Test func `W-08: Today opens only when nothing is left to tap`() throws {
    #expect(try widget([]).ask(ComposeWidget(size: .small)).opensToday)
    #expect(try widget([habit(1, .done)]).ask(ComposeWidget(size: .small)).opensToday)
    #expect(try !widget([habit(1)]).ask(ComposeWidget(size: .small)).opensToday)
  }

  @Test(
    arguments: [
      ("UTC", "2026-03-12T12:00:00Z", "2026-03-13T00:00:00Z"),
      ("UTC", "2026-03-12T00:00:00Z", "2026-03-13T00:00:00Z"),
      ("Europe/Vienna", "2026-03-28T23:30:00Z", "2026-03-29T22:00:00Z"),
      ("Asia/Kolkata", "2026-03-12T18:29:59Z", "2026-03-12T18:30:00Z"),
    ]
  )
  func `W-07: the next look is at local midnight`(zone: String, now: String, next: String) throws {
    let content = try widget([habit(1)], now: now, zone: zone).ask(ComposeWidget(size: .small))
    #expect(content.refreshAt == (try at(next)))
  }

  @Test func `W-07: a day that begins later is waited for`() throws {
    let start = try #require(DayStart(minutes: 240, since: Day(number: 20_000)))
    let harness = try widget([habit(1)], now: "2026-03-12T02:00:00Z", dayStart: start)
    #expect(try harness.ask(ComposeWidget(size: .small)).refreshAt == at("2026-03-12T04:00:00Z"))
  }
}
