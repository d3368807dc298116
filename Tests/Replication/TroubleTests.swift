import Core
import EngineDriving
import Journals
import Locks
import Replication
import Sync
import Testing

/// What is in the way of a round, and that nothing is lost by it.
@Suite struct TroubleTests {
  private func kind(_ outcome: RoundOutcome) -> SyncTrouble.Kind? {
    guard case .interrupted(let trouble) = outcome.ending else { return nil }
    return trouble.kind
  }

  private struct Unforeseen: Error {}

  @Test(
    arguments: [
      (SyncTransportError.unreachable("no route"), SyncTrouble.Kind.unreachable),
      (.foreign("a page"), .foreign), (.signedOut, .signedOut), (.storageFull, .storageFull),
      (.waiting(seconds: nil), .waiting), (.tooLarge, .tooLarge),
    ]
  )
  func `what is in the way is told, and what waits is sent later`(
    _ error: SyncTransportError,
    _ expected: SyncTrouble.Kind
  ) async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    laptop.line.change { $0.trouble = error }
    #expect(kind(await laptop.replicator.round()) == expected)
    let status = await laptop.replicator.status()
    #expect(status.trouble?.kind == expected)
    #expect(status.waiting == 1)
    #expect(status.waitingSince == noon)
    #expect(status.lastSuccess == nil)
    world.pass(5000)
    laptop.line.change { $0.trouble = nil }
    await laptop.settle()
    let after = await laptop.replicator.status()
    #expect(after.trouble == nil)
    #expect(after.waiting == 0)
    #expect(after.lastSuccess == world.time.now())
    try await expectAgreement([laptop], world)
  }

  @Test func `a round that fails keeps the success of another program`() async throws {
    let world = try World()
    let kept = SharedLocked(SyncStatus())
    let laptop = try await Home("laptop", in: world) { configuration in
      configuration.lastStatus = { kept.withLock { $0 } }
      configuration.didEnd = { _, status in kept.withLock { $0 = status } }
    }
    laptop.line.change { $0.trouble = SyncTransportError.unreachable("no route") }
    _ = await laptop.replicator.round()
    world.pass(5000)
    let success = world.time.now()
    let others = #"{"lastSuccess":\#(success.milliseconds),"refused":0,"waiting":0}"#
    let status = try JSON.decode(SyncStatus.self, from: Array(others.utf8))
    kept.withLock { $0 = status }
    world.pass(5000)
    _ = await laptop.replicator.round()
    let after = await laptop.replicator.status()
    #expect(after.lastSuccess == success)
    #expect(after.trouble?.kind == .unreachable)
    #expect(after.troubleSince == world.time.now())
  }

  @Test func `the page of a proxy is no answer`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    for page in ["<html>Sign in to our network</html>", "{}", "{\"protocol\":\"trellis-sync/1\"}"] {
      laptop.line.change { $0.stranger = Array(page.utf8) }
      #expect(kind(await laptop.replicator.round()) == .foreign)
    }
    laptop.line.change { $0.stranger = nil }
    await laptop.settle()
    try await expectAgreement([laptop], world)
  }

  @Test func `the server says how long to wait`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    laptop.line.change { $0.trouble = SyncTransportError.waiting(seconds: 7200) }
    #expect(await laptop.replicator.round().pause >= 7_200_000)
  }

  @Test func `pauses after failures grow from a second to five minutes`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    laptop.line.change { $0.trouble = SyncTransportError.unreachable("off") }
    var pauses: [Int64] = []
    for _ in 0..<40 { pauses.append(await laptop.replicator.round().pause) }
    #expect(pauses[0] <= 1000)
    #expect(pauses.allSatisfy { (0...300_000).contains($0) })
    #expect(try #require(pauses.max()) > 150_000)
  }

  @Test func `what is too large for the way is sent in parts`() async throws {
    let world = try World()
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    for number in 0..<60 { try await laptop.add("Habit \(number)") }
    laptop.line.change { $0.longest = 6000 }
    await laptop.settle()
    let lengths = laptop.line.weather.withLock { $0.lengths }
    #expect(lengths.reduce(0, +) > 6000)
    await desk.settle()
    try await expectAgreement([laptop, desk], world)
  }

  @Test func `one fact that is too large alone waits, and all else goes on`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    await laptop.settle()
    try await laptop.add(String(repeating: "x", count: 80))
    laptop.line.change { $0.longest = 450 }
    #expect(kind(await laptop.replicator.round()) == .tooLarge)
    #expect(await laptop.replicator.status().waiting == 1)
    laptop.line.change { $0.longest = .max }
    await laptop.settle()
    try await expectAgreement([laptop], world)
  }

  @Test(arguments: [(bytes: 2000, facts: 1000), (bytes: 1 << 20, facts: 20)])
  func `a full server takes nothing more, and gives what it has`(
    limit: (bytes: Int, facts: Int)
  ) async throws {
    var limits = SpaceLimits()
    (limits.bytes, limits.facts) = limit
    let world = try World(limits: limits)
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    try await desk.add("Run")
    await desk.settle()
    for number in 0..<30 { try await laptop.add("Habit \(number)") }
    #expect(kind(await laptop.replicator.round()) == .storageFull)
    #expect(try await laptop.titles().count == 31)
    #expect(await laptop.replicator.status().waiting == 30)
  }

  // MARK: The daemon

  /// The outcomes of rounds as they end.
  private func outcomes() -> (AsyncStream<RoundOutcome>, AsyncStream<RoundOutcome>.Continuation) {
    AsyncStream.makeStream(of: RoundOutcome.self)
  }

  @Test func `a device that is signed out asks nothing until the person signs in`() async throws {
    let world = try World()
    let (stream, told) = outcomes()
    let laptop = try await Home("laptop", in: world) {
      $0.pause = EndlessPause()
      $0.didEnd = { outcome, _ in told.yield(outcome) }
    }
    laptop.line.change { $0.trouble = SyncTransportError.signedOut }
    let replicator = laptop.replicator
    let running = Task { await replicator.run() }
    var ended = stream.makeAsyncIterator()
    #expect(kind(try #require(await ended.next())) == .signedOut)
    #expect(laptop.line.sent == 1)
    laptop.line.change { $0.trouble = nil }
    try await laptop.add("Read")
    replicator.wake()
    for _ in 0..<100 { await Task.yield() }
    #expect(laptop.line.sent == 1)
    replicator.resume()
    #expect(try #require(await ended.next()).ending == .settled)
    running.cancel()
    await running.value
    try await expectAgreement([laptop], world)
  }

  @Test func `news ends the pause of the daemon`() async throws {
    let world = try World()
    let (stream, told) = outcomes()
    let laptop = try await Home("laptop", in: world) {
      $0.pause = EndlessPause()
      $0.didEnd = { outcome, _ in told.yield(outcome) }
    }
    let replicator = laptop.replicator
    let running = Task { await replicator.run() }
    var ended = stream.makeAsyncIterator()
    _ = await ended.next()
    for number in 0..<3 {
      try await laptop.add("Habit \(number)")
      replicator.wake()
      #expect(try #require(await ended.next()).sent == 1)
    }
    running.cancel()
    await running.value
  }

  @Test func `the daemon goes on after errors that nobody foresaw`() async throws {
    let world = try World()
    let (stream, told) = outcomes()
    let pause = NoPause()
    let laptop = try await Home("laptop", in: world) {
      $0.pause = pause
      $0.didEnd = { outcome, _ in told.yield(outcome) }
    }
    try await laptop.add("Read")
    laptop.line.change { $0.trouble = Unforeseen() }
    let replicator = laptop.replicator
    let running = Task { await replicator.run() }
    var number = 0
    for await outcome in stream {
      number += 1
      if number == 20 { laptop.line.change { $0.trouble = nil } }
      if number < 20 { #expect(kind(outcome) == .other) }
      if outcome.ending == .settled { break }
    }
    running.cancel()
    await running.value
    #expect(number > 20)
    try await expectAgreement([laptop], world)
  }

  @Test func `one program at a time synchronizes a home`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    // What another program holds; a lock belongs to what opened the file.
    var hold = try SyncLock("\(world.folder.path)/laptop.lock-sync").take()
    #expect(hold != nil)
    #expect(await laptop.replicator.round().ending == .busy)
    #expect(laptop.line.sent == 0)
    #expect(await laptop.replicator.status().trouble == nil)
    hold = nil
    _ = hold
    await laptop.settle()
  }
}
