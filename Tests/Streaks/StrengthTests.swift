import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// Compares with numbers that Loop Habit Tracker computed (its unit tests and two CSV exports).
@Suite struct StrengthTests {
  private func series(_ board: Board, from: String) throws -> [String] {
    let habit = HabitID(rawValue: 1)
    return try board.harness.ask(
      StrengthSeries(habit: habit, from: try day(from), to: board.today)
    ).map { rounded($0.strength) }
  }

  private func rounded(_ value: Double) -> String {
    let digits = String(Int((value * 10_000).rounded()) + 10_000)
    return (digits.first == "2" ? "1." : "0.") + digits.dropFirst()
  }

  // Loop, ScoreListTest: a daily habit.
  @Test(arguments: [(1, 0.051922), (20, 0.655747)])
  func `a daily habit grows as in Loop`(_ days: Int, _ expected: Double) throws {
    let strength = try given(String(repeating: "x", count: days)).streak().strength
    #expect(abs(strength - expected) < 1e-6)
  }

  @Test func `thirteen missed days halve it`() throws {
    let done = String(repeating: "x", count: 40)
    let before = try given(done).streak().strength
    let after = try given(done + String(repeating: ".", count: 13)).streak().strength
    #expect(abs(after - before / 2) < 1e-12)
  }

  // Loop's export "Wake up early", twice in three days.
  @Test func `two in three days as in Loop's export`() throws {
    let board = try given("xx..xxx.nx", "2/3days", today: "2015-01-25")
    #expect(
      try series(board, from: "2015-01-16") == [
        "0.0107", "0.0315", "0.0515", "0.0706", "0.0995", "0.1379", "0.1746", "0.1991", "0.2226",
        "0.2557",
      ]
    )
  }

  // Loop 2.3.1, "bool habit", three times in 14 days.
  @Test func `three in fourteen days as in Loop's export`() throws {
    let board = try given("nxnx", "3/14days", today: "2026-07-04")
    #expect(try series(board, from: "2026-07-01") == ["0.0000", "0.0041", "0.0080", "0.0160"])
  }

  // Loop 2.3.1, "value habit", at most 12 in 30 days.
  @Test func `at most twelve a month as in Loop's export`() throws {
    let board = Board(today: try day("2026-07-04"))
    let target = Target(amount: Amount(thousandths: 12_000), unit: "unit", direction: .atMost)
    let habit = try board.add(1, .times(1, per: .month), createdOn: try day("2026-07-01")) {
      $0.target = target
    }
    for (text, value) in [("2026-07-02", 30_000), ("2026-07-03", 3_000), ("2026-07-04", 12_000)] {
      let amount = Amount(thousandths: Int64(value))
      try board.check(
        habit,
        try day(text),
        target.isReached(by: amount) ? .done : .open,
        value: amount
      )
    }
    #expect(try series(board, from: "2026-07-01") == ["0.9903", "0.9807", "0.9712"])
  }

  @Test func `at least counts how much of the target was reached`() throws {
    let board = Board(today: try day("2026-03-12"))
    let habit = try board.add(1, createdOn: board.today) {
      $0.target = Target(amount: Amount(20), unit: "pages")
    }
    try board.check(habit, board.today, .open, value: Amount(10))
    #expect(abs(try board.streak().strength - 0.051922 / 2) < 1e-6)
    // Done without a value counts as the whole target.
    try board.check(habit, board.today, .done)
    #expect(abs(try board.streak().strength - 0.051922) < 1e-6)
    // A value above the target counts no more than the target.
    try board.check(habit, board.today, .done, value: Amount(500))
    #expect(abs(try board.streak().strength - 0.051922) < 1e-6)
  }

  @Test func `weekdays are so many times in seven days`() throws {
    let weekdays = try given("x.x.x..x.x.", "mon,wed,fri").streak().strength
    let quota = try given("x.x.x..x.x.", "3/week").streak().strength
    #expect(weekdays == quota)
    #expect(weekdays > 0)
  }

  @Test func `skipped, vacation and protected days leave it as it is`() throws {
    let done = String(repeating: "x", count: 10)
    let before = try given(done).streak().strength
    #expect(try given(done + "sss").streak().strength == before)
    #expect(try given(done + "p").streak().strength == before)
    let away = try given(done + "...")
    #expect(try away.streak().strength < before)
    try away.vacation(away.today.advanced(by: -2), away.today)
    #expect(try away.streak().strength == before)
  }

  @Test func `a day said to be missed begins the count`() throws {
    #expect(try given("nx").streak().strength == given("x").streak().strength)
    #expect(try given("").streak().strength == 0)
    let series = try series(try given("n.x", createdOn: "2026-03-01"), from: "2026-03-01")
    #expect(series == ["0.0000", "0.0000", "0.0519"])
  }

  /// The rarer a habit is, the longer its days count; each history is longer than that.
  @Test(
    arguments: [
      ("daily", 1000), ("3/week", 1500), ("mon,thu", 2000), ("monthly", 4000), ("every:9", 2500),
      ("3/7days", 1500),
    ]
  )
  func `leaving the distant past out changes nothing that can be seen`(
    _ schedule: String,
    _ length: Int
  ) throws {
    var random = SplitMix64(seed: 5)
    let days = String((0..<length).map { _ in "xx.s".randomElement(using: &random) ?? "." })
    let board = try given(days, schedule)
    let exact = try board.harness.ask(
      StrengthSeries(habit: HabitID(rawValue: 1), from: board.today, to: board.today)
    )
    #expect(abs(try board.streak().strength - (exact.first?.strength ?? -1)) < 1e-11)
  }

  @Test func `difficulty weighs the streak and not the score`() throws {
    var scores: [Int] = []
    for (difficulty, adjusted) in [(Difficulty.easy, 7.0), (.medium, 10.5), (.hard, 14)] {
      let board = Board(today: try day("2026-03-12"))
      let habit = try board.add(createdOn: board.today.advanced(by: -6)) {
        $0.difficulty = difficulty
      }
      try board.say("xxxxxxx", of: habit)
      #expect(try board.streak().adjusted == adjusted)
      scores.append(try board.streak().score)
    }
    // Strength 0.3114 and a rate of 1.
    #expect(scores == [66, 66, 66])
  }
}
