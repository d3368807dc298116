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
}
