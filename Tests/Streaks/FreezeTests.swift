import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct FreezeTests {
  private func done(_ count: Int) -> String { String(repeating: "x", count: count) }
  private let habit = HabitID(rawValue: 1)

  private func stock(_ board: Board) throws -> FreezeStock {
    try board.harness.ask(AllStreaks()).freezes
  }

  @Test(arguments: [(29, 0), (30, 1), (59, 1), (60, 2), (365, 12)])
  func `thirty done days in a run earn one`(_ days: Int, _ earned: Int) throws {
    #expect(try stock(given(done(days))) == FreezeStock(earned: earned, used: 0))
  }

  @Test func `runs do not add up, habits do`() throws {
    #expect(try stock(given(done(29) + "." + done(29))).earned == 0)
    #expect(try stock(given(done(30) + "." + done(31))).earned == 2)
    let board = try given(done(30))
    let other = try board.add(2) { $0.archived = true }
    try board.say(done(30), of: other)
    #expect(try stock(board).earned == 2)
  }

  @Test func `weeks and rolling quotas earn by their done days`() throws {
    let threeAWeek = String(repeating: "xxx....", count: 10)
    #expect(try stock(given(threeAWeek, "3/week", today: "2026-03-15")).earned == 1)
    #expect(try stock(given(threeAWeek, "3/7days", today: "2026-03-15")).earned == 1)
    #expect(try stock(given(String(threeAWeek.dropLast(7)), "3/7days")).earned == 0)
  }

  @Test func `one is offered for a missed yesterday`() throws {
    let report = try given(done(30) + "..").harness.ask(AllStreaks())
    #expect(report.offers == [FreezeOffer(habit: habit, day: try day("2026-03-11"))])
  }

  @Test func `an offer says whether doing it today closes the gap of a rolling quota as well`()
    throws
  {
    func offer(_ days: String) throws -> FreezeOffer? {
      try given(days, "3/7days").harness.ask(AllStreaks()).offers.first
    }
    // The quota covers all days up to the one before yesterday. With today, two or three were done in
    // the last seven days.
    #expect(try offer(done(30) + "..x....")?.closesToday == false)
    #expect(try offer(done(30) + ".xx.....")?.closesToday == true)
    #expect(try offer(done(30) + ".xx....x") == nil)
  }

  static let withoutOffer = [
    ("...", "the day before was missed too"), ("x", "yesterday and today are done"),
    (".", "yesterday was done"), ("s.", "yesterday was skipped"),
    ("p..", "the day before is protected already"),
  ]

  @Test(arguments: withoutOffer)
  func `none is offered`(_ end: String, _ why: String) throws {
    let board = try given(done(61) + end)
    #expect(try board.harness.ask(AllStreaks()).offers.isEmpty, "\(why)")
    let refusal = #expect(throws: DomainError.self) {
      try board.harness.when(UseFreeze(habit: habit))
    }
    #expect(refusal?.code == "nothing-to-protect")
  }

  @Test func `a day that is protected is not offered again`() throws {
    let board = try given(done(61) + "p.")
    #expect(try board.harness.ask(AllStreaks()).offers.isEmpty)
  }

  @Test func `one is offered also when today is done again`() throws {
    let board = try given(done(30) + ".x")
    #expect(try board.harness.ask(AllStreaks()).offers.count == 1)
    try board.harness.when(UseFreeze(habit: habit))
    #expect(try board.streak().current == 31)
  }

  @Test func `a skip between the done day and the missed one does not matter`() throws {
    let board = try given(done(30) + "s..")
    #expect(try board.harness.ask(AllStreaks()).offers.count == 1)
  }

  @Test func `an occurrence is offered only on the day after`() throws {
    let wednesdays = String(repeating: "x......", count: 30)
    // The run ends with a missed Wednesday; today is the Thursday after.
    let board = try given(wednesdays + "..", "wed", today: "2026-03-12")
    #expect(try board.harness.ask(AllStreaks()).offers.count == 1)
    let later = try given(wednesdays + "...", "wed", today: "2026-03-13")
    #expect(try later.harness.ask(AllStreaks()).offers.isEmpty)
  }

  @Test func `weeks and months are not protected`() throws {
    let board = try given(done(70) + "..........", "weekly")
    #expect(try board.harness.ask(AllStreaks()).offers.isEmpty)
    let refusal = #expect(throws: DomainError.self) {
      try board.harness.when(UseFreeze(habit: habit))
    }
    #expect(refusal?.code == "nothing-to-protect")
    #expect(refusal?.message.contains("weeks") == true)
  }

  @Test func `using one protects yesterday and keeps the streak`() throws {
    let board = try given(done(30) + "..")
    #expect(try board.streak().current == 0)
    let use = try board.harness.when(UseFreeze(habit: habit))
    let yesterday = try day("2026-03-11")
    #expect(use == FreezeUse(habit: habit, day: yesterday, available: 0))
    let streak = try board.streak()
    #expect(streak.current == 30)
    #expect(streak.atRisk)
    #expect(streak.isProtectedNow)
    #expect(streak.protectedDays == [yesterday])
    let report = try board.harness.ask(AllStreaks())
    #expect(report.freezes == FreezeStock(earned: 1, used: 1))
    #expect(report.offers.isEmpty)
    let days = try board.harness.ask(StreakDays(habit: habit, from: yesterday, to: yesterday))
    #expect(
      days == [
        StreakDay(
          day: yesterday,
          inCurrentStreak: true,
          isProtected: true,
          isDue: true,
          status: .protected
        )
      ]
    )
  }

  @Test func `a day that is done after all gives its freeze back, until that is undone`() throws {
    let board = try given(done(30) + "..")
    let yesterday = try day("2026-03-11")
    func change() -> [Int]? {
      board.harness.changes.compactMap { $0 as? StreakChanged }.last.map { [$0.from, $0.to] }
    }
    try board.harness.when(UseFreeze(habit: habit))
    try board.check(habit, yesterday, .done)
    #expect(change() == [30, 31])
    #expect(try stock(board) == FreezeStock(earned: 1, used: 0))
    #expect(try board.streak().current == 31)
    #expect(try board.streak().protectedDays.isEmpty)
    try board.harness.reopenFromSnapshot()
    #expect(try stock(board).available == 1)
    try board.clear(habit, yesterday)
    #expect(change() == [31, 30])
    #expect(try stock(board) == FreezeStock(earned: 1, used: 1))
    #expect(try board.streak().current == 30)
    #expect(try board.streak().protectedDays == [yesterday])
    #expect(try board.harness.ask(AllStreaks()).returned.isEmpty)
  }

  @Test func `using it twice changes nothing`() throws {
    let board = try given(done(60) + "..")
    try board.harness.when(UseFreeze(habit: habit))
    #expect(try board.harness.decide(UseFreeze(habit: habit)).isEmpty)
    #expect(try stock(board).available == 1)
  }

  @Test func `without stock nothing is offered and using is refused`() throws {
    let board = try given(done(29) + "..")
    #expect(try board.harness.ask(AllStreaks()).offers.isEmpty)
    let refusal = #expect(throws: DomainError.self) {
      try board.harness.when(UseFreeze(habit: habit))
    }
    #expect(refusal?.code == "no-freeze")
  }

  @Test func `a deleted habit takes its freezes along`() throws {
    let board = try given(done(30) + "p")
    try board.harness.given(change: HabitRemoved(habit: habit))
    #expect(try stock(board) == FreezeStock(earned: 0, used: 0))
  }

  @Test func `an unknown habit is refused in words`() throws {
    let board = try given("x")
    let refusal = #expect(throws: DomainError.self) {
      try board.harness.when(UseFreeze(habit: HabitID(rawValue: 9)))
    }
    #expect(refusal?.code == "unknown-habit")
  }
}
