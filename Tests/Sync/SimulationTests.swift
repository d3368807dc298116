import SyncSimulation
import Testing

/// Some of the runs of the simulator; `sync-simulator` plays many more, with files, in CI.
@Suite struct SimulationTests {
  /// The first few of the seeds that CI's step `simulate` plays.
  @Test(arguments: 0..<4)
  func `devices and a server end up with the same, whatever happens to them`(block: UInt64) throws {
    for seed in block * 10 + 1...block * 10 + 10 {
      #expect(throws: Never.self, "seed \(seed)") {
        try Simulation(seed: seed, storage: .memory).run()
      }
    }
  }

  @Test func `a seed replays the same run`() throws {
    var runs: [[String]] = [[], []]
    for index in runs.indices {
      _ = try Simulation(seed: 11, storage: .memory) { runs[index].append($0) }.run()
    }
    #expect(!runs[0].isEmpty)
    #expect(runs[0] == runs[1])
  }

  @Test func `a seed that fails is played with as few devices and steps as still fail`() throws {
    let left = Guard.epochCheck
    let seed = try #require(
      (1...200 as ClosedRange<UInt64>).first { seed in
        (try? Simulation(seed: seed, without: left, storage: .memory).run()) == nil
      }
    )
    let smallest = try #require(Campaign.smallest(seed, without: left, storage: .memory)).bounds
    func fails(_ bounds: Simulation.Bounds) -> Bool {
      (try? Simulation(seed: seed, without: left, within: bounds, storage: .memory).run()) == nil
    }
    #expect(fails(smallest))
    #expect(smallest.steps < Simulation.Bounds.none.steps)
    #expect(!fails(Simulation.Bounds(devices: smallest.devices, steps: smallest.steps - 1)))
  }

  /// Cursors without their pages, facts that count otherwise than decided, refused ones that count.
  @Test(arguments: [Guard.atomicCursor, .ownVerdicts, .foldsAnew])
  func `what holds at any time is checked before everything is at rest`(left: Guard) throws {
    let isEarly = try (1...50 as ClosedRange<UInt64>).contains { seed in
      var events: [String] = []
      let run = try Simulation(seed: seed, without: left, storage: .memory) { events.append($0) }
      guard (try? run.run()) == nil else { return false }
      return !events.contains { $0.hasSuffix(" peace") }
    }
    #expect(isEarly)
  }

  /// These few are noticed soon; the simulator itself tries all of them.
  @Test(arguments: [Guard.epochCheck, .foldsAnew, .newIdentity, .timerArms])
  func `a protection that is left out is missed`(left: Guard) throws {
    let failing = (1...200 as ClosedRange<UInt64>).first { seed in
      (try? Simulation(seed: seed, without: left, storage: .memory).run()) == nil
    }
    #expect(failing != nil)
  }
}
