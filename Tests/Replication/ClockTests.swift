import Core
import Journals
import Replication
import Runtime
import SQLiteJournal
import Sync
import Testing
import TrackingContract

/// Clocks that are wrong.
@Suite struct ClockTests {
  private func rename(_ habit: HabitID, to title: String, by home: Home) async throws {
    var patch = HabitPatch()
    patch.title = title
    try await home.client.send(EditHabit(habit: habit, patch: patch))
  }

  @Test(arguments: [3 * day, -3 * day])
  func `of two changes the later one wins, although a clock is off by three days`(
    skew: Int64
  ) async throws {
    let world = try World()
    let desk = try await Home("desk", in: world)
    let laptop = try await Home("laptop", in: world, skew: skew)
    let habit = try await desk.add("Read").id
    for home in [desk, laptop] { await home.settle() }
    // The one with the wrong clock is the earlier, then the later one.
    for (first, second, title) in [(laptop, desk, "Second"), (desk, laptop, "Fourth")] {
      world.pass(600_000)
      try await rename(habit, to: "Another", by: first)
      world.pass(600_000)
      try await rename(habit, to: title, by: second)
      for home in [second, first, second] { await home.settle() }
      #expect(try await laptop.titles() == [title])
      #expect(try await desk.titles() == [title])
    }
    #expect(await laptop.replicator.status().clockOffset == skew)
    #expect(await desk.replicator.status().clockOffset == 0)
    #expect(world.flags.contains(.clock(milliseconds: skew)))
    try await expectAgreement([desk, laptop], world)
  }

  @Test func `facts are dated by the clock that nobody sets once a space is synchronized`()
    async throws
  {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    let before = try await facts(of: laptop.space, in: laptop.journal).map(\.key)
    #expect(try await laptop.journal.bootTimes(of: before, in: laptop.space).isEmpty)
    await laptop.settle()
    world.pass(60_000)
    try await laptop.add("Run")
    let all = try await facts(of: laptop.space, in: laptop.journal).map(\.key)
    let times = try await laptop.journal.bootTimes(of: all, in: laptop.space)
    #expect(times.values.map(\.milliseconds) == [day + 60_000])
  }

  @Test func `the system tells when it was started`() throws {
    let clock = SystemBootClock()
    let first = try #require(clock.now())
    #expect(first.milliseconds > 0)
    #expect(try #require(clock.now()).boot == first.boot)
  }
}
