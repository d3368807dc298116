import Core
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import StreaksContract
import Testing
import TrackingContract

@testable import GamificationPresentation
@testable import TrackingPresentation

@Suite struct CheckActionTests {
  private let habit = Samples.habits[1]
  private let book = Samples.habits[0]

  private func desk(_ habit: Habit, _ before: Entry, _ signals: [any Signal] = []) -> Desk {
    let rules: [String: Desk.Rule] = [
      CheckOn.name: { request, _ in
        let day = (request as? CheckOn)?.day ?? Samples.today
        return Samples.state(habit, before, on: day)
      },
      SetCheck.name: { request, _ in
        guard let command = request as? SetCheck else { throw Answers.Missing(name: "") }
        let sum = command.adds.map { Amount($0.value + (before.value?.value ?? 0)) }
        let value = sum ?? command.value
        let entry = Entry(mark: command.mark, value: value, note: command.note ?? "")
        return Samples.state(habit, entry, on: command.day ?? Samples.today)
      },
      StreakOf.name: { request, _ in
        let id = (request as? StreakOf)?.habit
        return Samples.streak(Samples.habits.first { $0.id == id } ?? habit, 3, best: 9)
      },
      AllSubstances.name: { [book] _, _ in
        [Substance(id: SubstanceID(rawValue: book.id.rawValue), name: "Alcohol")]
      },
    ]
    return Desk(rules, signals: signals)
  }

  private func run(
    _ action: String,
    _ fields: [String: String],
    on desk: Desk,
    _ habit: Habit
  ) async throws -> ActionResult {
    let action = try #require(CheckActions.all.first { $0.name == action })
    let values = fields.merging(["habit": habit.id.description]) { $1 }
    let context = try Samples.context(desk)
    return try await action.run(FormFields(values.mapValues { [$0] }), context)
  }

  @Test func `a check is confirmed and can be taken back exactly`() async throws {
    let at = Instant(milliseconds: 1_773_316_800_123)
    let before = Entry(mark: .skipped, note: "a cold", at: at)
    let desk = desk(habit, before)
    let result = try await run("tracking.check", ["mark": "done"], on: desk, habit)
    #expect(desk.orders(SetCheck.self).map(\.mark) == [.done])
    #expect(result.path == nil)
    #expect(result.message?.text == "Meditate — done for today.")
    let undo = try #require(result.message?.undo)
    #expect(undo.action == "tracking.restore")
    #expect(undo.fields["mark"] == "skipped")
    #expect(undo.fields["note"] == "a cold")
    #expect(undo.fields["day"] == Samples.today.description)
    _ = try await run("tracking.restore", undo.fields, on: desk, habit)
    #expect(desk.orders(SetCheck.self).last?.restores == at)
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
    // A value over a limit stays.
    var drink = book
    drink.details.target?.direction = .atMost
    let over = desk(drink, Entry(mark: .done, value: Amount(25)))
    _ = try await run("tracking.check", ["mark": "done"], on: over, drink)
    #expect(over.orders(SetCheck.self).map(\.value) == [nil])
    // A value that was typed in is kept.
    let desk = desk(book, .empty)
    _ = try await run("tracking.check", ["mark": "done", "value": "12"], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.value) == [Amount(12)])
  }

  @Test func `one more is added to what is there`() async throws {
    let desk = desk(book, Entry(mark: .done, value: Amount(12)))
    let result = try await run("tracking.measure", ["by": "1", "value": "12"], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.adds) == [Amount(1)])
    #expect(desk.orders(SetCheck.self).map(\.value) == [nil])
    #expect(result.message?.text == "Read — 13 of 20 pages for today, 7 to go.")
    #expect(result.message?.undo?.fields["value"] == "12")
  }

  @Test func `a step down ends at nothing`() async throws {
    let desk = desk(book, Entry(mark: .done, value: Amount(3)))
    _ = try await run("tracking.measure", ["by": "-5"], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.adds) == [Amount(-3)])
    let untouched = self.desk(book, .empty)
    _ = try await run("tracking.measure", ["by": "-5"], on: untouched, book)
    #expect(untouched.orders(SetCheck.self).isEmpty)
  }

  @Test(arguments: [
    (20.0, "2"), (30, "5"), (60, "10"), (8, "1"), (5, "1"), (1, "1"), (10_000, "1000"),
    (2.5, "0.2"), (0.001, "0.001"),
  ])
  func `a step is a round part of the target`(target: Double, step: String) {
    #expect(Target(amount: Amount(target), unit: "").step.description == step)
  }

  @Test func `an empty number takes the number back`() async throws {
    let desk = desk(book, Entry(mark: .done, value: Amount(12)))
    _ = try await run("tracking.measure", ["value": ""], on: desk, book)
    #expect(desk.orders(SetCheck.self).map(\.mark) == [.open])
    let untouched = self.desk(book, .empty)
    let result = try await run("tracking.measure", ["value": " "], on: untouched, book)
    #expect(untouched.orders(SetCheck.self).isEmpty)
    #expect(result.message == nil)
  }

  @Test func `what is no number is refused in words`() async throws {
    let desk = desk(book, .empty)
    await #expect(throws: DomainError.self) {
      _ = try await run("tracking.measure", ["value": "a lot"], on: desk, book)
    }
    await #expect(throws: DomainError.self) {
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

  private func reached(
    _ habit: Habit,
    _ level: Int,
    _ unit: StreakUnit = .day
  ) -> MilestoneReached {
    MilestoneReached(
      habit: habit.id,
      level: level,
      day: Samples.today,
      unit: unit,
      start: Samples.today.advanced(by: 1 - level)
    )
  }

  /// Returns the result of a check's form in a product with badges, if it emits these signals.
  private func result(
    after signals: [any Signal],
    modules: [any Module.Type] = [AllModules.self]
  ) async throws -> ActionResult {
    let context = try Samples.context(modules: modules, desk(habit, .empty, signals))
    let contributions = Contributions(
      [TrackingPresentation.self, GamificationPresentation.self],
      for: context.product
    )
    let action = try #require(contributions.action(named: "tracking.check"))
    let fields = ["habit": [habit.id.description], "mark": ["done"]]
    return try await action.run(FormFields(fields), context)
  }

  @Test func `a check that reaches a milestone is celebrated, and can still be undone`()
    async throws
  {
    let message = try await result(after: [reached(habit, 7)]).message
    #expect(message?.kind == .celebration)
    #expect(message?.text == "Meditate: 7 days in a row. That earns a badge.")
    #expect(message?.undo?.action == "tracking.restore")
    #expect(message?.undo?.fields["mark"] == "open")
  }

  @Test func `a milestone is celebrated in its own unit, whatever the habit counts now`()
    async throws
  {
    let message = try await result(after: [reached(habit, 7, .week)]).message
    #expect(message?.text == "Meditate: 7 weeks in a row. That earns a badge.")
  }

  @Test func `of several milestones the highest is celebrated`() async throws {
    let message = try await result(after: [7, 60, 30].map { reached(habit, $0) }).message
    #expect(message?.text == "Meditate: 60 days in a row. That earns a badge.")
  }

  @Test func `each habit that reached one is celebrated, behind what else the form has to say`()
    async throws
  {
    let context = try Samples.context(desk(habit, .empty))
    let contributions = Contributions(
      [GamificationPresentation.self],
      for: context.product,
      actions: [
        FormAction("shell.import") { [habit, book] _, context in
          context.signals.add([reached(habit, 7), reached(book, 30), reached(habit, 30)])
          return .done("Imported 2 habits and 60 marked days from harsh.")
        }
      ]
    )
    let action = try #require(contributions.action(named: "shell.import"))
    let message = try await action.run(FormFields([:]), context).message
    #expect(message?.kind == .celebration)
    #expect(
      message?.text == """
        Imported 2 habits and 60 marked days from harsh. Read: 30 days in a row. That earns a badge. \
        Meditate: 30 days in a row. That earns a badge.
        """
    )
    #expect(message?.undo == nil)
  }

  @Test func `a check that reaches nothing new is only confirmed`() async throws {
    let badge = Badge(
      habit: habit.id,
      title: "Meditate",
      level: 7,
      unit: .day,
      day: Samples.today,
      times: 2,
      isHard: false
    )
    for signals in [[], [BadgeEarned(badge)]] as [[any Signal]] {
      let message = try await result(after: signals).message
      #expect(message?.kind == .done)
      #expect(message?.text == "Meditate — done for today.")
    }
  }

  @Test func `what another module celebrates is left to it`() async throws {
    let message = try await result(after: [reached(book, 7)], modules: [Sobering.self]).message
    #expect(message?.kind == .done)
  }
}
