import Core
import Journals
import Replication
import Runtime
import SQLiteJournal
import Sync
import Testing
import TrackingContract

/// Devices and a server over files that meet and agree.
@Suite struct MeetingTests {
  @Test func `what one device does another one shows`() async throws {
    let world = try World()
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    let read = try await laptop.add("Read")
    try await laptop.check(read.id)
    let sent = await laptop.settle()
    #expect(sent.sent == 2)
    let received = await desk.settle()
    #expect(received.received == 2)
    #expect(try await desk.titles() == ["Read"])
    try await desk.add("Run")
    await desk.settle()
    await laptop.settle()
    #expect(try await laptop.titles() == ["Read", "Run"])
    try await expectAgreement([laptop, desk], world)
  }

  @Test func `only the server stores the tags of its order`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    await laptop.settle()
    let kept = try await laptop.journal.entries(in: laptop.space, after: 0, limit: 9)
    let order = try await world.journal().entries(in: account, after: 0, limit: 9)
    #expect(kept.map(\.fact) == order.map(\.fact))
    #expect(!order.isEmpty && order.allSatisfy { $0.tag != 0 })
    #expect(kept.allSatisfy { $0.tag == 0 })
  }

  @Test func `histories from before the first contact come together`() async throws {
    let world = try World()
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    for title in ["Read", "Run"] { try await laptop.add(title) }
    for title in ["Sleep", "Write"] { try await desk.add(title) }
    await laptop.settle()
    await desk.settle()
    await laptop.settle()
    #expect(try await laptop.titles() == ["Read", "Run", "Sleep", "Write"])
    try await expectAgreement([laptop, desk], world)
  }

  @Test func `what is deleted on one device is gone everywhere`() async throws {
    let world = try World()
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    let read = try await laptop.add("A secret")
    await laptop.settle()
    await desk.settle()
    try await desk.client.send(DeleteHabit(habit: read.id, confirmed: true))
    // Offline, the other one still writes about it.
    try await laptop.check(read.id)
    await desk.settle()
    await laptop.settle()
    await desk.settle()
    #expect(try await laptop.titles() == [])
    for (space, journal) in [
      (laptop.space, laptop.journal), (desk.space, desk.journal), (account, try world.journal()),
    ] {
      let left = try await facts(of: space, in: journal).values
      #expect(left.contains { $0.erases })
      #expect(left.allSatisfy { $0.erases || $0.payload == nil })
    }
    try await expectAgreement([laptop, desk], world)
    #expect(world.erased.map(\.fact.entity) == [read.id.entity])
  }

  @Test func `lost and repeated documents change nothing`() async throws {
    for seed in UInt64(1)...6 {
      let world = try World()
      let homes = [try await Home("laptop", in: world), try await Home("desk", in: world)]
      for home in homes {
        home.line.change {
          $0.chance = SplitMix64(seed: seed)
          ($0.loss, $0.repetition) = (0.3, 0.2)
        }
      }
      for number in 0..<12 {
        let home = homes[number % 2]
        let habit = try await home.add("Habit \(number)")
        try await home.check(habit.id)
        world.pass(60_000)
        _ = await home.replicator.round()
      }
      for home in homes { home.line.change { ($0.loss, $0.repetition) = (0, 0) } }
      for home in homes + homes { await home.settle() }
      try await expectAgreement(homes, world)
      #expect(try await homes[0].titles().count == 12)
    }
  }

  @Test func `40 checks of 40 days through 4 devices at once are all kept`() async throws {
    let world = try World()
    var homes: [Home] = []
    for number in 0..<4 { homes.append(try await Home("d\(number)", in: world)) }
    let habit = try await homes[0].add("Read").id
    await homes[0].settle()
    for home in homes.dropFirst() { await home.settle() }
    let today = Day(at: noon, minutesEast: 0)
    let clients = homes.map { ($0.client, $0.replicator) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let (client, replicator) = clients[number % 4]
        group.addTask {
          let check = SetCheck(habit: habit, day: today.advanced(by: -number), mark: .done)
          do { _ = try await client.send(check) } catch { Issue.record(error) }
          _ = await replicator.round()
        }
      }
    }
    for home in homes { await home.settle() }
    for home in homes { await home.settle() }
    for home in homes {
      for number in 0..<40 {
        #expect(try await home.status(habit, today.advanced(by: -number)) == .done)
      }
    }
    try await expectAgreement(homes, world)
  }
}
