import Core
import Presentation
import Products
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// What is told of a day is the same wherever a person or a program looks, over generated spaces.
///
/// The document of `trellis calendar` is what all others are compared with: commands in text and
/// JSON, pages, widgets, the API, and the exported table and calendar.
@Suite struct EveryLookTests {
  static let products: [Product] = [.streaks, .hobbyist, .beebloom]

  /// Each product at each age of its space.
  @Test(arguments: UInt64(0)..<12)
  func `every surface tells the same of a day`(seed: UInt64) async throws {
    let life = LivedSpace(seed: seed)
    let product = Self.products[Int(seed % 3)]
    let after = [12, 36, 55, 85][Int(seed / 3 % 4)]
    let today = LivedSpace.begin.advanced(by: after)
    let facts = life.facts.filter { $0.stamp.clock.instant.day <= today.number }
    let space = try await OpenSpace.open(product, facts, on: today)
    let looks = try await Looks(space, seed: seed)
    try await looks.compareDays()
    try await looks.compareRanges()
    try await looks.compareToday()
    try await looks.compareFiles()
    await space.close()
  }
}

extension Instant {
  /// The day in UTC.
  fileprivate var day: Int { Int(milliseconds / 86_400_000) }
}

/// All looks at one space.
private struct Looks {
  let space: OpenSpace
  let seed: UInt64
  let habits: [Habit]
  let documents: Documents
  let texts: Texts
  let screens: Screens
  /// What is compared with: every day of every habit.
  private var truth: [HabitID: [Day: Told]] = [:]
  private let states: [HabitID: HabitDays]

  private var today: Day { space.today }

  init(_ space: OpenSpace, seed: UInt64) async throws {
    self.space = space
    self.seed = seed
    habits = try await space.ask(AllHabits(includesArchived: true))
    let reader = Reader(missedWord: space.product.theme.glyphs.missedWord, habits: habits)
    documents = Documents(space: space)
    texts = Texts(space: space, reader: reader)
    screens = Screens(space: space, reader: reader)
    var states: [HabitID: HabitDays] = [:]
    for habit in habits {
      let asked = DaysOfHabits(
        habit: habit.id,
        from: space.today.advanced(by: -100),
        to: space.today.advanced(by: 2)
      )
      let days = try #require(try await space.ask(asked).first)
      states[habit.id] = days
      // One document tells all days up to today.
      for var told in try await documents.calendar(habit.id, days: 101, isAPI: false) {
        told.target = days.days.first { $0.day == told.day }?.target?.told ?? ""
        truth[habit.id, default: [:]][told.day] = told
      }
      for state in days.days.suffix(2) {
        truth[habit.id, default: [:]][state.day] = try await documents.apiDay(habit.id, state.day)
      }
    }
    self.states = states
  }

  /// Expects that what was told is what the document of the day tells.
  private func expect(_ told: Told) throws {
    let truth = try #require(truth[told.habit]?[told.day])
    let differences = told.differences(from: truth)
    let title = habits.first { $0.id == told.habit }?.details.title ?? ""
    #expect(
      differences.isEmpty,
      """
      \(told.surface) of \(title) on \(told.day), seen on \(today), seed \(seed), \
      \(space.product.name): \(differences.joined(separator: "; "))
      """
    )
  }

  private func expect(_ told: [Told]) throws {
    for one in told { try expect(one) }
  }

  // MARK: Days and ranges

  func compareDays() async throws {
    for (habit, days) in states {
      for (place, state) in days.days.enumerated() {
        try expectRecorded(state, of: days)
        // Of each day something is looked at, of the latest days everything.
        let isLate = place >= days.days.count - 5
        guard isLate || place % 9 == Int(seed % 9) else { continue }
        try expect(try await documents.apiDay(habit, state.day))
        try expect(try await texts.day(habit, state.day))
        try expect(try await screens.day(habit, state.day))
        if isLate { try expect(try await documents.day(habit, state.day, state.target)) }
      }
    }
    for ago in -1..<10 { try expect(try await screens.days(today.advanced(by: -ago))) }
  }

  /// Expects what was entered to be what is told, and nothing to be told of days before the first.
  private func expectRecorded(_ state: DayState, of days: HabitDays) throws {
    let told = try #require(truth[days.habit.id]?[state.day])
    #expect(told.note == state.entry?.note ?? "", "\(told), seed \(seed)")
    #expect(told.value == state.entry?.value?.description ?? "", "\(told), seed \(seed)")
    if state.day < days.firstDay {
      #expect(told.status == .notDue && state.status == .open, "\(told), seed \(seed)")
    }
    guard state.day <= today else { return }
    #expect((told.status == .done) == (state.status == .done), "\(told), seed \(seed)")
    if state.status == .skipped {
      let isKept = told.status == .skipped || told.status == .protected
      #expect(isKept, "\(told), seed \(seed)")
    }
  }

  func compareRanges() async throws {
    for habit in habits {
      try expect(try await documents.calendar(habit.id, days: 90, isAPI: true))
      try expect(try await texts.calendar(habit.id, days: 50))
      try expect(try await screens.calendar(habit.id))
      let (range, done) = try await documents.doneDays(habit.id)
      let squares = try await screens.history(habit.id)
      let days = truth[habit.id] ?? [:]
      for (day, told) in days where range.contains(day) {
        #expect(done.contains(day) == (told.status == .done), "history of \(day), seed \(seed)")
        #expect(squares[day] == (told.status == .done), "square of \(day), seed \(seed)")
      }
    }
    try expect(try await documents.week())
    try expect(try await texts.week())
    try expect(try await screens.week())
  }

  // MARK: Today

  func compareToday() async throws {
    let targets = states.mapValues { days in days.days.first { $0.day == today }?.target }
    try expect(try await documents.today(targets))
    try expect(try await texts.today())
    try expect(try await screens.today())
    let back = space.product.policies.backfillDays ?? 8
    for ago in stride(from: 1, through: back, by: 1) {
      try expect(try await screens.today(today.advanced(by: -ago)))
    }
    let open = habits.filter {
      !$0.details.archived && truth[$0.id]?[today]?.status == .open
    }
    for shown in try await documents.widget() + [screens.widget()] {
      #expect(shown == Set(open.map(\.id)), "widget, seed \(seed)")
    }
    for (surface, titles) in try await texts.widgets() {
      #expect(titles == Set(open.map(\.details.title)), "\(surface), seed \(seed)")
    }
  }

  // MARK: Files

  func compareFiles() async throws {
    let files = try await Files.of(space)
    let (lines, events) = (try files.table(), try files.events())
    for habit in habits {
      let own = Dictionary(
        lines.filter { $0.title == habit.details.title }.map { ($0.day, $0) }
      ) { $1 }
      for (day, told) in truth[habit.id] ?? [:] {
        let target = states[habit.id]?.days.first { $0.day == day }?.target
        let words = "\(habit.details.title) on \(day), seen on \(today), seed \(seed)"
        try expect(own[day], is: told, target, words)
        let event = events[habit.id.description]?[day]
        #expect((event != nil) == (told.status == .done), "event of \(words)")
        let amount = told.value.flatMap { value in
          value.isEmpty
            ? nil
            : [value, target?.unit ?? ""].filter { !$0.isEmpty }
              .joined(separator: " ")
        }
        let expected = [amount, told.note].compactMap(\.self).filter { !$0.isEmpty }
        if let event { #expect(event == expected.joined(separator: "\n"), "\(words)") }
      }
    }
  }

  /// Expects a line of the table to be a day; without a line nothing was entered.
  private func expect(
    _ line: Files.Line?,
    is told: Told,
    _ target: Target?,
    _ words: String
  ) throws {
    #expect(line?.value ?? "" == told.value, "table: value of \(words)")
    #expect(line?.note ?? "" == told.note, "table: note of \(words)")
    #expect((line?.status == "done") == (told.status == .done), "table: status of \(words)")
    guard let line else { return }
    if !line.value.isEmpty { #expect(line.unit == target?.unit ?? "", "table: unit of \(words)") }
    let isRested = told.status == .skipped || told.status == .protected
    let isSkipped = line.status == "skipped"
    #expect(!isSkipped || isRested, "table: \(line.status) is \(told.status as Any), \(words)")
    #expect(
      told.status != .skipped || isSkipped,
      "table: \(line.status) is \(told.status as Any), \(words)"
    )
  }
}
