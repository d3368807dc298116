import Core
import Journals
import Sync
import Testing
import TrackingContract

@testable import Replication

/// What a server takes, refuses and doubts.
@Suite struct RuleTests {
  private let habit = HabitID(rawValue: 0xAB)

  private func check(_ day: Day, by device: RawDevice, number: Int = 0) throws -> FactRecord {
    let check = CheckSet(habit: habit, day: day, entry: Entry(mark: .done))
    let payload = String(decoding: check.payload(), as: UTF8.self)
    return device.fact(CheckSet.name, payload, about: habit.entity, number: number)
  }

  private let today = Day(at: noon, minutesEast: 0)

  @Test func `a day that has begun somewhere on earth is taken, and a later one is not`()
    async throws
  {
    let world = try World()
    // Noon in UTC is the next day in UTC+14.
    var device = RawDevice(5, in: world)
    let verdicts = try await device.push([
      try check(today, by: device, number: 1),
      try check(today.advanced(by: 1), by: device, number: 2),
      try check(today.advanced(by: 2), by: device, number: 3),
    ])
    #expect(verdicts.map(\.refusal) == [nil, nil, "future-day"])
    let imported = DaysImported(
      habit: habit,
      source: "loop",
      entries: [-3, 5].map {
        ImportedEntry(day: today.advanced(by: $0), entry: Entry(mark: .done))
      }
    )
    let payload = String(decoding: imported.payload(), as: UTF8.self)
    world.pass(1000)
    let late = device.fact(DaysImported.name, payload, about: habit.entity)
    #expect(try await device.push([late]).map(\.refusal) == ["future-day"])
  }

  @Test func `what cannot be read is refused, and what is unknown is not`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    let verdicts = try await device.push([
      device.fact(CheckSet.name, "{\"day\":7}", number: 1),
      device.fact("journaling.entry-written", "{\"text\":\"…\"}", number: 2),
    ])
    #expect(verdicts.map(\.refusal) == ["unreadable", nil])
  }

  /// A copy stores what was refused, and must not fail on it, now or when it opens again.
  @Test func `a refused fact that nobody can read keeps no device from reading the rest`()
    async throws
  {
    let world = try World()
    var device = RawDevice(5, in: world)
    let desk = try await Home("desk", in: world)
    try await desk.add("Read")
    _ = try await device.push([device.fact(CheckSet.name, "{\"day\":7}", about: habit.entity)])
    await desk.settle()
    try await desk.reopen()
    #expect(try await desk.titles() == ["Read"])
    try await desk.add("Run")
    await desk.settle()
    #expect(await desk.replicator.status().refused == 1)
  }

  @Test func `a fact that is too large is refused`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    var rules = world.rules
    rules.payloadBytes = 100
    device.rules = rules
    let long = String(repeating: "x", count: 101)
    let verdicts = try await device.push([
      device.fact("a.b", long, number: 1), device.fact("a.b", "short", number: 2),
    ])
    #expect(verdicts.map(\.refusal) == ["too-large", nil])
    var sealed = SealedRules()
    sealed.payloadBytes = 100
    #expect(sealed.look(at: device.fact("sealed", long), now: noon).refusal == "too-large")
    #expect(sealed.look(at: device.fact(CheckSet.name, "{}"), now: noon).refusal == nil)
  }

  @Test func `unknown kinds have a quota of their own`() async throws {
    var limits = SpaceLimits()
    limits.unknownFacts = 3
    let world = try World(limits: limits)
    var device = RawDevice(5, in: world)
    let first = try await device.push((1...2).map { device.fact("a.b", "{}", number: $0) })
    #expect(first.map(\.refusal) == [nil, nil])
    world.restart()
    world.pass(1000)
    let second = try await device.push(
      [device.fact("a.b", "{}", number: 1), try check(today, by: device, number: 2)]
        + (3...4).map { device.fact("a.c", "{}", number: $0) }
    )
    #expect(second.map(\.refusal) == [nil, nil, "too-many-unknown", "too-many-unknown"])
  }

  @Test func `a full space takes what erases, so that there is a way to make room`() async throws {
    var limits = SpaceLimits()
    limits.facts = 3
    let world = try World(limits: limits)
    var device = RawDevice(5, in: world)
    let checks = try (1...3).map { try check(today, by: device, number: $0) }
    _ = try await device.push(checks)
    world.pass(1000)
    let (full, more) = (device, try check(today, by: device))
    await #expect(throws: SpaceFull.self) {
      var copy = full
      _ = try await copy.push([more])
    }
    let payload = String(decoding: try HabitDeleted(habit: habit).payload(), as: UTF8.self)
    let deletion = device.fact(HabitDeleted.name, payload, about: habit.entity, erases: true)
    #expect(try await device.push([deletion]).map(\.refusal) == [nil])
    #expect(try await device.pull().items.map(\.fact.payload).prefix(3) == [nil, nil, nil])
  }

  @Test func `what is reserved for erasing has an end, and the greatest limits are none`() {
    var limits = SpaceLimits()
    (limits.facts, limits.bytes) = (100_000, 500)
    #expect(limits.most(isErasing: false).facts == 100_000)
    #expect(limits.most(isErasing: false).bytes == 500)
    #expect(limits.most(isErasing: true).facts == 110_000)
    #expect(limits.most(isErasing: true).bytes == 500 + (1 << 20))
    (limits.facts, limits.bytes) = (.max, .max - 1)
    #expect(limits.most(isErasing: true).facts == .max)
    #expect(limits.most(isErasing: true).bytes == .max)
  }

  @Test func `an offer gets around no rule`() async throws {
    let world = try World()
    let device = RawDevice(5, in: world)
    let epoch = try await device.pull().epoch
    let fact = try check(today.advanced(by: 9), by: device)
    let entry = SyncEntry(
      author: device.author,
      number: 1,
      fact: fact.id,
      verdict: .taken(fact.stamp.clock),
      received: noon
    )
    let items = [OfferRequest.Item(HeldEntry(entry: entry, fact: fact))]
    let offer = OfferRequest(author: device.author, epoch: epoch, items: items)
    _ = try await device.ask(.offer(offer))
    #expect(try await device.pull().items.map(\.entry.verdict) == [.refused("future-day")])
  }

  // MARK: Doubts

  @Test func `many days that are marked late are doubted`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    let few = try (2...60).map { try check(today.advanced(by: -$0), by: device, number: $0) }
    _ = try await device.push(few)
    #expect(world.flags == [])
    world.pass(1000)
    let many = try (2...61).map { try check(today.advanced(by: -$0), by: device, number: $0) }
    #expect(try await device.push(many).map(\.refusal) == Array(repeating: nil, count: 60))
    #expect(world.flags == [.backfill(facts: 60)])
  }

  @Test func `what was marked on its day or the next is not late`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    let facts = try (0..<120).map {
      try check(today.advanced(by: -($0 % 2)), by: device, number: $0)
    }
    #expect(try await device.push(facts).map(\.refusal) == Array(repeating: nil, count: 120))
    #expect(world.flags == [])
  }

  @Test func `a clock that is off by more than a day is doubted`() async throws {
    let world = try World()
    var device = RawDevice(5, in: world)
    device.skew = day
    _ = try await device.push([device.fact("a.b", "{}")])
    #expect(world.flags == [])
    device.skew = day + 1
    world.pass(1)
    _ = try await device.push([device.fact("a.b", "{}")])
    #expect(world.flags == [.clock(milliseconds: day + 1)])
  }

  @Test func `more facts within an hour than a person makes are doubted once`() async throws {
    var limits = SpaceLimits()
    limits.factsAnHour = 10
    let world = try World(limits: limits)
    var device = RawDevice(5, in: world)
    for round in 0..<5 {
      _ = try await device.push((1...4).map { device.fact("a.b", "{}", number: $0 + 10 * round) })
    }
    #expect(world.flags == [.rate(facts: 12)])
    world.pass(3_600_000)
    _ = try await device.push([device.fact("a.b", "{}")])
    #expect(world.flags == [.rate(facts: 12)])
  }
}
