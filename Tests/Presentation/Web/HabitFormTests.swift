import Core
import Pages
import Presentation
import StreaksContract
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct HabitFormTests {
  private func details(_ fields: [String: [String]]) throws -> HabitDetails {
    try HabitFields.details(FormFields(["title": ["Read"]].merging(fields) { $1 }))
  }

  @Test(arguments: [
    (["rhythm": ["daily"]], "daily"),
    (["rhythm": ["times"], "times": ["3"], "per": ["week"]], "3/week"),
    (["rhythm": ["times"], "times": ["1"], "per": ["month"]], "monthly"),
    (["rhythm": ["weekdays"], "weekday": ["mon", "sat"]], "mon,sat"),
    (["rhythm": ["every"], "every": ["3"]], "every:3"),
    (["rhythm": ["every"], "every": ["1"]], "daily"),
    (["rhythm": ["rolling"], "window-times": ["3"], "window": ["7"]], "3/7days"),
    ([:], "daily"),
  ])
  func `every rhythm can be said`(fields: [String: [String]], schedule: String) throws {
    #expect(try details(fields).schedule.description == schedule)
  }

  @Test(arguments: [
    ["rhythm": ["weekdays"]], ["rhythm": ["times"], "times": ["8"], "per": ["week"]],
    ["rhythm": ["every"], "every": ["often"]], ["target": ["many"]], ["title": ["  "]],
    ["color": ["invisible"]],
  ])
  func `what makes no sense is refused, and nothing is saved`(fields: [String: [String]]) throws {
    let refusal = #expect(throws: DomainError.self) { try details(fields) }
    let words = try #require(refusal?.message)
    #expect(words.contains("Nothing was") || words.contains("nothing was"))
  }

  @Test(arguments: [
    (["title": ["  "]], "title"), (["color": ["invisible"]], "color"),
    (["target": ["many"]], "target"), (["rhythm": ["weekdays"]], "weekday"),
    (["rhythm": ["times"], "times": ["8"], "per": ["week"]], "times"),
    (["rhythm": ["rolling"], "window": ["7"], "window-times": ["8"]], "window-times"),
  ])
  func `a refusal names its field`(fields: [String: [String]], field: String) throws {
    let refusal = #expect(throws: DomainError.self) { try details(fields) }
    #expect(refusal?.field == field)
  }

  @Test func `a target comes with its unit and direction, or not at all`() throws {
    let fields = ["target": ["2"], "unit": ["cups"], "direction": ["atMost"]]
    let target = try details(fields).target
    #expect(target == Target(amount: Amount(2), unit: "cups", direction: .atMost))
    #expect(try details(["unit": ["cups"]]).target == nil)
    let patch = HabitFields.patch(try details([:]))
    #expect(patch.removesTarget == true)
    #expect(patch.group == "")
  }

  @Test func `the form shows what the habit is`() throws {
    let habit = Samples.habit(
      1,
      "Read \"aloud\"",
      group: "Mind",
      schedule: .weekdays([.monday, .saturday]),
      target: Samples.pages
    )
    let context = try Samples.pageContext()
    let form = HabitForm(
      details: habit.details,
      id: habit.id,
      groups: ["Mind", "Body & soul"],
      request: Samples.request(context)
    )
    let html = form.html.markup
    #expect(html.contains("action=\"/do/tracking.edit-habit\""))
    #expect(html.contains("value=\"Read &quot;aloud&quot;\""))
    #expect(html.contains("name=\"rhythm\" value=\"weekdays\" checked"))
    #expect(html.contains("name=\"weekday\" value=\"mon\" checked"))
    #expect(!html.contains("name=\"weekday\" value=\"tue\" checked"))
    #expect(html.contains("<option value=\"Body &amp; soul\">"))
    #expect(html.contains("name=\"color\" value=\"green\" checked"))
    #expect(html.contains("value=\"pages\""))
    #expect(!html.contains("style="))
  }

  @Test(arguments: [true, false])
  func `a suggestion fills the form, and what it fills is accepted`(showsStreaks: Bool) throws {
    var policies = Policies()
    policies.showsStreaks = showsStreaks
    let context = try Samples.pageContext(policies: policies)
    let all = HabitSuggestion.all(context)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { $0.details.icon?.isEmoji == true })
    #expect(all.contains { $0.details.target != nil } == showsStreaks)
    #expect(HabitSuggestion.icons.allSatisfy { $0.count == 1 && $0.first?.isEmoji == true })
    let chosen = try #require(all.first)
    let row = HabitSuggestion.row(chosen, Samples.request(context)).markup
    #expect(row.ranges(of: "class=\"chip\"").count == all.count)
    #expect(row.ranges(of: "aria-current").count == 1)
    let form = HabitForm(
      details: chosen.details,
      id: nil,
      groups: [],
      request: Samples.request(context)
    )
    let icon = try #require(chosen.details.icon)
    #expect(form.html.markup.contains("name=\"icon\" value=\"\(icon)\""))
    #expect(form.html.markup.contains("value=\"\(chosen.details.title)\""))
    #expect(HabitSuggestion.named("nothing", context) == nil)
  }

  @Test func `an icon goes from the form into the habit, and can be taken away`() throws {
    #expect(try details(["icon": ["📚"]]).icon == "📚")
    #expect(HabitFields.patch(try details(["icon": ["📚"]])).icon == "📚")
    #expect(HabitFields.patch(try details([:])).icon == "")
  }

  @Test(arguments: [true, false])
  func `difficulty is asked where it weighs something, and otherwise left as it is`(
    asks: Bool
  ) throws {
    var policies = Policies()
    policies.showsStreaks = asks
    let context = try Samples.pageContext(policies: policies)
    let habit = Samples.habit(1, "Read")
    let form = HabitForm(
      details: habit.details,
      id: habit.id,
      groups: [],
      request: Samples.request(context)
    )
    #expect(form.html.markup.contains("name=\"difficulty\"") == asks)
    var current = habit.details
    current.difficulty = .hard
    let fields = FormFields(["title": ["Read"], "rhythm": ["daily"]])
    #expect(try HabitFields.details(fields, changing: current).difficulty == .hard)
  }

  @Test func `what a form shows is what it saves`() throws {
    for text in ["daily", "2/month", "fri", "every:4", "2/9days"] {
      let schedule = try #require(Schedule(text))
      let fields: [String: [String]] =
        switch schedule {
        case .daily: ["rhythm": ["daily"]]
        case .times(let times, .rolling(let days)):
          ["rhythm": ["rolling"], "window-times": ["\(times)"], "window": ["\(days)"]]
        case .times(let times, let per):
          ["rhythm": ["times"], "times": ["\(times)"], "per": [per == .month ? "month" : "week"]]
        case .weekdays(let days): ["rhythm": ["weekdays"], "weekday": days.map(\.abbreviation)]
        case .every(let days): ["rhythm": ["every"], "every": ["\(days)"]]
        }
      #expect(try details(fields).schedule == schedule)
      #expect(fields["rhythm"] == [Rhythm(schedule).rawValue])
    }
  }
}

@Suite struct HabitOrderTests {
  private let habits = Samples.habits

  private func titles(_ habits: [Habit]) -> [String] { habits.map(\.details.title) }

  @Test func `a habit moves inside its group and stays at its ends`() {
    let moved = HabitOrder.moved(Samples.id(1), by: 1, in: habits)
    #expect(titles(moved) == ["Meditate", "Read", "Run", "Swim", "Water the plants"])
    #expect(titles(HabitOrder.moved(Samples.id(2), by: 1, in: habits)) == titles(habits))
    #expect(titles(HabitOrder.moved(Samples.id(1), by: -1, in: habits)) == titles(habits))
  }

  @Test func `a group moves as a whole`() {
    let moved = HabitOrder.movedGroup(of: Samples.id(3), by: -1, in: habits)
    #expect(titles(moved) == ["Run", "Swim", "Read", "Meditate", "Water the plants"])
    let last = HabitOrder.movedGroup(of: Samples.id(5), by: 1, in: habits)
    #expect(titles(last) == titles(habits))
  }

  @Test func `dragging arranges some and leaves the others where they are`() {
    let ids = [Samples.id(4), Samples.id(3), Samples.id(4), Samples.id(77)]
    let arranged = HabitOrder.arranged(ids, in: habits)
    #expect(titles(arranged) == ["Read", "Meditate", "Swim", "Run", "Water the plants"])
  }
}
