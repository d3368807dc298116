import Core
import EngineDriving
import Journals
import Replication
import Sync
import Testing
import TrackingContract

/// Facts that a server refuses, and what the person sees of them.
@Suite struct IssueTests {
  private func issues(of home: Home) -> SyncIssues {
    SyncIssues(
      in: home.space,
      of: home.journal,
      path: "\(home.world.folder.path)/\(home.name).dismissed"
    )
  }

  @Test func `a refused fact counts nowhere, is listed everywhere, and can be dismissed`()
    async throws
  {
    let world = try World()
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    let habit = try await laptop.add("Read").id
    await laptop.settle()
    laptop.line.change { $0.rules = Refusing(CheckSet.name) }
    let today = Day(at: noon, minutesEast: 0)
    try await laptop.check(habit, today)
    #expect(try await laptop.status(habit, today) == .done)
    world.pass(5000)
    await laptop.settle()
    await desk.settle()
    for home in [laptop, desk] {
      #expect(try await home.status(habit, today) == .open)
      let listed = try await issues(of: home).list()
      #expect(listed.map(\.reason) == ["unwanted"])
      #expect(listed.map(\.kind) == [CheckSet.name])
      #expect(listed.map(\.entity) == [habit.entity])
      #expect(listed.map(\.at) == [world.time.now()])
      #expect(await home.replicator.status().refused == 1)
    }
    let refused = try #require(try await issues(of: laptop).list().first).fact
    try await issues(of: laptop).dismiss(refused)
    #expect(try await issues(of: laptop).list() == [])
    #expect(await laptop.replicator.status().refused == 0)
    // Only for who has dismissed it; and it counts no more than before.
    #expect(try await issues(of: desk).list().count == 1)
    #expect(try await laptop.status(habit, today) == .open)
    try await expectAgreement([laptop, desk], world)
  }

  @Test func `only what was refused can be dismissed`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    await laptop.settle()
    let fact = try #require(try await facts(of: laptop.space, in: laptop.journal).keys.first)
    let error = await #expect(throws: DomainError.self) {
      try await issues(of: laptop).dismiss(fact)
    }
    #expect(error?.code == "not-refused")
  }

  @Test func `the beginning of an id means a listed entry, if it means only one`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    var habits: [HabitID] = []
    for title in ["Read", "Run", "Rest"] { habits.append(try await laptop.add(title).id) }
    await laptop.settle()
    laptop.line.change { $0.rules = Refusing(CheckSet.name) }
    for habit in habits { try await laptop.check(habit) }
    world.pass(5000)
    await laptop.settle()
    let issues = issues(of: laptop)
    let listed = try await issues.list()
    #expect(listed.count == 3)
    let digits = SyncIssues.digits(toTellApart: listed.map(\.fact))
    #expect(digits >= 8)
    for issue in listed {
      let short = String(issue.fact.description.prefix(digits))
      #expect(try await issues.find(short) == issue.fact)
      #expect(try await issues.find(short.uppercased()) == issue.fact)
      #expect(try await issues.find(issue.fact.description) == issue.fact)
    }
    for (typed, code) in [("0", "ambiguous-id"), ("", "not-refused"), ("x", "not-refused")] {
      let error = await #expect(throws: DomainError.self) { try await issues.find(typed) }
      #expect(error?.code == code, "\(typed)")
    }
    // What is hidden is not meant any more.
    let short = String(listed[0].fact.description.prefix(digits))
    try await issues.dismiss(listed[0].fact)
    let error = await #expect(throws: DomainError.self) { try await issues.find(short) }
    #expect(error?.code == "not-refused")
  }

  @Test func `ids that differ late are shown up to where they differ`() {
    func digits(_ ids: UInt128...) -> Int {
      SyncIssues.digits(toTellApart: ids.map { FactID(rawValue: $0) })
    }
    #expect(digits() == 8)
    #expect(digits(1 << 124, 2 << 124) == 8)
    #expect(digits(0x10 << 64, 1 << 127, 0x20 << 64) == 15)
    #expect(digits(1, 2) == 32)
  }
}
