import CommandKit
import Core
import GamificationContract
import PageKit
import StreaksContract
import Testing
import TrackingContract

@testable import GamificationSurface
@testable import TrackingSurface

@Suite struct CheckActionTests {
  private let habit = Samples.habits[1]
  private let book = Samples.habits[0]

  private func desk(_ habit: Habit, _ before: Entry) -> Desk {
    Desk([
      CheckOn.name: { request, _ in
        let day = (request as? CheckOn)?.day ?? Samples.today
        return Samples.state(habit, before, on: day)
      },
      SetCheck.name: { request, _ in
        guard let command = request as? SetCheck else { throw Answers.Missing(name: "") }
        let entry = Entry(mark: command.mark, value: command.value, note: command.note ?? "")
        return Samples.state(habit, entry, on: command.day ?? Samples.today)
      },
      StreakOf.name: { _, _ in Samples.streak(habit, 3, best: 9) },
    ])
  }

  private func run(
    _ action: String,
    _ fields: [String: String],
    on desk: Desk,
    _ habit: Habit
  ) async throws -> Landing {
    let action = try #require(CheckActions.all.first { $0.name == action })
    let values = fields.merging(["habit": habit.id.description]) { $1 }
    let session = try Samples.session(desk)
    return try await action.run(FormFields(values.mapValues { [$0] }), session)
  }

  @Test func `a check is confirmed and can be taken back exactly`() async throws {
    let before = Entry(mark: .skipped, note: "a cold")
    let desk = desk(habit, before)
    let landing = try await run("tracking.check", ["mark": "done"], on: desk, habit)
    #expect(desk.orders(SetCheck.self).map(\.mark) == [.done])
    #expect(landing.path == nil)
    #expect(landing.message?.text == "Meditate — done for today.")
    let undo = try #require(landing.message?.undo)
    #expect(undo.action == "tracking.restore")
    #expect(undo.fields["mark"] == "skipped")
    #expect(undo.fields["note"] == "a cold")
    #expect(undo.fields["day"] == Samples.today.description)
  }

  @Test func `a form from yesterday marks yesterday, however late it is sent`() async throws {
    let yesterday = Samples.today.advanced(by: -1)
    let desk = desk(habit, .empty)
    let fields = ["mark": "done", "day": yesterday.description]
    _ = try await run("tracking.check", fields, on: desk, habit)
    #expect(desk.orders(SetCheck.self).map(\.day) == [yesterday])
  }

  @Test func `taps in a row end in what the last one asked for`() async throws {
    let desk = desk(habit, .empty)
    for mark in ["done", "open", "done", "done", "open"] {
      _ = try await run("tracking.check", ["mark": mark], on: desk, habit)
    }
    #expect(desk.orders(SetCheck.self).last?.mark == .open)
  }

  @Test func `a tap on a number that falls short fills it up`() async throws {
    for (value, filled) in [(12, 20), (25, nil), (nil, nil)] as [(Double?, Double?)] {
      let desk = desk(book, Entry(mark: .done, value: value.map { Amount($0) }))
      _ = try await run("tracking.check", ["mark": "done"], on: desk, book)
      #expect(desk.orders(SetCheck.self).map(\.value) == [filled.map { Amount($0) }])
    }
    // A number that was typed stays what it is.
    let desk = desk(book, .empty)
    _ = try await run("tracking.check", ["mark": "done", "value": "12"], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.value) == [Amount(12)])
  }

  @Test func `one more is added to what is there`() async throws {
    let desk = desk(book, Entry(mark: .done, value: Amount(12)))
    let landing = try await run("tracking.measure", ["by": "1", "value": "12"], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.value) == [Amount(13)])
    #expect(landing.message?.text == "Read — 13 of 20 pages for today, 7 to go.")
    #expect(landing.message?.undo?.fields["value"] == "12")
  }

  @Test func `an empty number takes the number back`() async throws {
    let desk = desk(book, Entry(mark: .done, value: Amount(12)))
    _ = try await run("tracking.measure", ["value": ""], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.mark) == [.open])
    let untouched = self.desk(book, .empty)
    let landing = try await run("tracking.measure", ["value": " "], on: untouched, book)
    #expect(untouched.orders(SetCheck.self).isEmpty)
    #expect(landing.message == nil)
  }

  @Test func `what is no number is refused in words`() async throws {
    let desk = desk(book, .empty)
    await #expect(throws: Refusal.self) {
      _ = try await run("tracking.measure", ["value": "a lot"], on: desk, book)
    }
    await #expect(throws: Refusal.self) {
      _ = try await run("tracking.check", ["mark": "maybe"], on: desk, book)
    }
    #expect(desk.orders(SetCheck.self).isEmpty)
  }

  @Test func `a note leaves the mark as it is, and can skip the day with it`() async throws {
    let desk = desk(habit, Entry(mark: .done))
    _ = try await run("tracking.note", ["note": "rain"], on: desk, habit)
    _ = try await run("tracking.note", ["note": "rain", "mark": "skipped"], on: desk, habit)
    #expect(desk.orders(SetCheck.self).map(\.mark) == [.done, .skipped])
    #expect(desk.orders(SetCheck.self).map(\.note) == ["rain", "rain"])
  }

  @Test func `restoring a day without a number first takes the number away`() async throws {
    let desk = desk(book, Entry(mark: .done, value: Amount(12)))
    _ = try await run("tracking.restore", ["mark": "done", "note": ""], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.mark) == [.open, .done])
  }

  // MARK: Celebrations

  private func badge(_ times: Int) -> BadgesReport {
    let items = [1, times].filter { $0 > 0 }.prefix(1).map { _ in
      Badge(
        habit: habit.id,
        title: "Meditate",
        level: 7,
        unit: .day,
        day: Samples.today,
        times: times,
        isHard: false
      )
    }
    return BadgesReport(items: times > 0 ? Array(items) : [], next: [])
  }

  private func celebrate(
    from: Int,
    to: Int,
    told: [Milestone] = [],
    fields: [String: String] = [:]
  ) async throws -> (Message?, Desk) {
    let reports = [badge(from), badge(to)]
    let streak = Samples.streak(habit, 7, best: 9)
    let desk = Desk([
      AllBadges.name: { _, count in reports[min(count, 1)] },
      StreakOf.name: { _, _ in streak },
      MarkMilestonesTold.name: { _, _ in ToldMilestones(milestones: told) },
    ])
    let session = try Samples.session(desk)
    let form = FormFields(
      ["habit": habit.id.description].merging(fields) { $1 }.mapValues { [$0] }
    )
    let undo = Undo("tracking.restore", [:])
    let after = try #require(try await WebCelebration.reaction.before(form, session))
    let landing = try await after(.done("Meditate — done for today.", undo: undo), session)
    return (landing.message, desk)
  }

  @Test func `a check that reaches a milestone is celebrated, and can still be undone`()
    async throws
  {
    let (message, desk) = try await celebrate(from: 0, to: 1)
    #expect(message?.kind == .celebration)
    #expect(message?.text == "Meditate: 7 days in a row. That earns a badge.")
    #expect(message?.undo?.action == "tracking.restore")
    let start = Samples.today.advanced(by: -6)
    #expect(
      desk.orders(MarkMilestonesTold.self).last?.milestones
        == [Milestone(habit: habit.id, level: 7, start: start)]
    )
  }

  @Test func `what was celebrated once is only confirmed`() async throws {
    let start = Samples.today.advanced(by: -6)
    let told = [Milestone(habit: habit.id, level: 7, start: start)]
    #expect(try await celebrate(from: 0, to: 1, told: told).0?.kind == .done)
    #expect(try await celebrate(from: 1, to: 1).0?.kind == .done)
  }

  @Test func `older corrections and other forms are not watched`() async throws {
    let session = try Samples.session(Desk([:]))
    let old = FormFields([
      "habit": [habit.id.description], "day": [Samples.today.advanced(by: -2).description],
    ])
    #expect(try await WebCelebration.reaction.before(old, session) == nil)
    #expect(try await WebCelebration.reaction.before(FormFields([:]), session) == nil)
  }
}
