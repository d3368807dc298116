import Bus
import EventDispatch
import LeakCheck
import Loop
import Testing

@LoopActor
@Suite(.leavesNothingBehind, .doesNotHang)
struct FailureTests {
  private let log = Log<String>()

  @Test func `a subscriber that throws is isolated, counted and reported`() {
    let bus = Bus()
    let failures = Log<BusFailure>()
    bus.onFailure { failures.add($0) }
    let pings = bus.topic(Ping.self)
    let tokens = [
      pings.subscribe("good") { [log] in log.add("good\($0.number)") },
      pings.subscribe("bad") { throw Broken(number: $0.number) },
      pings.subscribe("also good") { [log] in log.add("also good\($0.number)") },
    ]
    pings.publish(Ping(number: 1))
    pings.publish(Ping(number: 2))
    #expect(log.entries == ["good1", "also good1", "good2", "also good2"])
    #expect(bus.failures == ["bad": 2])
    #expect(failures.entries.count == 2)
    guard case .threw("bad", "Ping", let error)? = failures.entries.last else {
      Issue.record("The report does not name the subscriber and the event.")
      return
    }
    #expect(error as? Broken == Broken(number: 2))
    #expect(failures.entries[0].description == "bad failed on Ping: Broken(number: 1)")
    withExtendedLifetime(tokens) {}
  }

  @Test func `what a report causes is delivered after the event at hand`() {
    let bus = Bus()
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    bus.onFailure { _ in pongs.publish(Pong(number: 0)) }
    let tokens = [
      pings.subscribe("bad") { _ in throw Broken(number: 0) },
      pings.subscribe("good") { [log] _ in log.add("ping") },
      pongs.subscribe("told") { [log] _ in log.add("pong") },
    ]
    pings.publish(Ping(number: 1))
    #expect(log.entries == ["ping", "pong"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `two that answer each other are cut at the budget, and named once`() {
    let bus = Bus(budget: 100)
    let failures = Log<BusFailure>()
    bus.onFailure { failures.add($0) }
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    let tokens = [
      pings.subscribe("pinger") { [log] in
        log.add("ping")
        pongs.publish(Pong(number: $0.number))
      },
      pongs.subscribe("ponger") { [log] in
        log.add("pong")
        pings.publish(Ping(number: $0.number))
      },
    ]
    pings.publish(Ping(number: 1))
    #expect(log.entries.count == 101)
    guard case .cutCascade(let cut)? = failures.entries.first else {
      Issue.record("The cut was not reported.")
      return
    }
    #expect(failures.entries.count == 1)
    #expect(cut.budget == 100)
    #expect(cut.dropped == 1)
    #expect(cut.events == ["Pong"])
    #expect(cut.subscribers == ["ponger"])
    // The bus continues.
    pongs.publish(Pong(number: 2))
    #expect(log.entries.count == 202)
    #expect(failures.entries.count == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a cut in the middle of one type's events drops the rest of them all`() {
    let bus = Bus(budget: 10)
    let failures = Log<BusFailure>()
    bus.onFailure { failures.add($0) }
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    let tokens = [
      pings.subscribe("flood") { [log] in
        log.add("ping\($0.number)")
        if $0.number == -1 { pongs.publish(Pong(number: 99)) }
        guard $0.number == 0 else { return }
        for number in 1...20 { pings.publish(Ping(number: number)) }
        for number in 1...5 { pongs.publish(Pong(number: number)) }
      },
      pongs.subscribe("listener") { [log] in log.add("pong\($0.number)") },
    ]
    pings.publish(Ping(number: 0))
    #expect(log.entries == (0...10).map { "ping\($0)" })
    guard case .cutCascade(let cut)? = failures.entries.first else {
      Issue.record("The cut was not reported.")
      return
    }
    #expect(cut.dropped == 15)
    #expect(cut.events == ["Ping", "Pong"])
    #expect(cut.subscribers == ["flood", "listener"])
    // No event of the old cascade remains.
    pings.publish(Ping(number: -1))
    #expect(log.entries.dropFirst(11) == ["ping-1", "pong99"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `exactly the budget is no cut`() {
    let bus = Bus(budget: 10)
    let failures = Log<BusFailure>()
    bus.onFailure { failures.add($0) }
    let pings = bus.topic(Ping.self)
    let token = pings.subscribe("count") { [log] in
      log.add("")
      if $0.number > 0 { pings.publish(Ping(number: $0.number - 1)) }
    }
    pings.publish(Ping(number: 10))
    #expect(log.entries.count == 11)
    #expect(failures.entries.isEmpty)
    token.cancel()
  }

  @Test func `a report that causes the same cascade again does not go on for ever`() {
    let bus = Bus(budget: 50)
    let failures = Log<BusFailure>()
    let pings = bus.topic(Ping.self)
    bus.onFailure {
      failures.add($0)
      pings.publish(Ping(number: 1))
    }
    let token = pings.subscribe("echo") { [log] in
      log.add("")
      pings.publish($0)
    }
    pings.publish(Ping(number: 0))
    #expect(failures.entries.count == 1)
    #expect(log.entries.count == 1 + 50 + 50)
    token.cancel()
  }
}
