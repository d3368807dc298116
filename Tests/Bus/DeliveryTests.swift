import Bus
import LeakCheck
import Loop
import Testing

@LoopActor
@Suite(.leavesNothingBehind, .doesNotHang)
struct DeliveryTests {
  private let bus = Bus()
  private let log = Log<String>()

  @Test func `subscribers get an event in the order they came`() {
    let pings = bus.topic(Ping.self)
    let tokens = ["a", "b", "c"].map { name in
      pings.subscribe(name) { [log] in log.add("\(name)\($0.number)") }
    }
    pings.publish(Ping(number: 1))
    pings.publish(Ping(number: 2))
    #expect(log.entries == ["a1", "b1", "c1", "a2", "b2", "c2"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `the same type is the same topic, and buses are apart`() {
    let other = Bus()
    #expect(bus.topic(Ping.self) === bus.topic(Ping.self))
    #expect(bus.topic(Ping.self) !== other.topic(Ping.self))
    let token = bus.topic(Ping.self).subscribe("a") { [log] in log.add("\($0.number)") }
    other.topic(Ping.self).publish(Ping(number: 1))
    bus.topic(Pong.self).publish(Pong(number: 2))
    #expect(log.entries.isEmpty)
    token.cancel()
  }

  @Test func `what a handler publishes is delivered after the event at hand`() {
    let pings = bus.topic(Ping.self)
    let tokens = [
      pings.subscribe("first") { [log] in
        log.add("first\($0.number)")
        if $0.number < 3 { pings.publish(Ping(number: $0.number + 1)) }
        log.add("first\($0.number) done")
      },
      pings.subscribe("second") { [log] in log.add("second\($0.number)") },
    ]
    pings.publish(Ping(number: 1))
    #expect(
      log.entries == [
        "first1", "first1 done", "second1", "first2", "first2 done", "second2", "first3",
        "first3 done", "second3",
      ]
    )
    withExtendedLifetime(tokens) {}
  }

  @Test func `however many events wait, they come in order`() {
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    let numbers = Log<Int>()
    // Each event causes two more, of one type or of alternating types, while half of the others
    // still wait.
    let go: @LoopActor (Int) -> Void = { number in
      numbers.add(number)
      for next in [number * 2, number * 2 + 1] where next <= 3000 {
        if next > 1000, next % 3 == 0 {
          pongs.publish(Pong(number: next))
        } else {
          pings.publish(Ping(number: next))
        }
      }
    }
    let tokens = [
      pings.subscribe("p") { go($0.number) }, pongs.subscribe("q") { go($0.number) },
    ]
    pings.publish(Ping(number: 1))
    #expect(numbers.entries == Array(1...3000))
    withExtendedLifetime(tokens) {}
  }

  @Test func `there is one order over all topics, breadth first`() {
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    let tokens = [
      pings.subscribe("p") { [log] in
        log.add("ping\($0.number)")
        guard $0.number < 10 else { return }
        pongs.publish(Pong(number: $0.number))
        pings.publish(Ping(number: $0.number * 10))
        pongs.publish(Pong(number: $0.number + 1))
      },
      pongs.subscribe("q") { [log] in
        log.add("pong\($0.number)")
        if $0.number == 1 { pings.publish(Ping(number: 99)) }
      },
    ]
    pings.publish(Ping(number: 1))
    #expect(log.entries == ["ping1", "pong1", "ping10", "pong2", "ping99"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `publishing returns when everything it caused is done`() {
    let pings = bus.topic(Ping.self)
    let token = pings.subscribe("count") { [log] in
      log.add("")
      if $0.number > 0 { pings.publish(Ping(number: $0.number - 1)) }
    }
    pings.publish(Ping(number: 999))
    #expect(log.entries.count == 1000)
    token.cancel()
  }

  @Test func `a long cascade with values that own memory keeps its order`() {
    let words = bus.topic([String].self)
    let token = words.subscribe("grow") { [log] in
      log.add($0.joined())
      guard log.entries.count < 20_000 else { return }
      words.publish($0)
      if log.entries.count < 6_000 { words.publish(["\(log.entries.count)", "!"]) }
    }
    words.publish(["start"])
    #expect(log.entries[0...2] == ["start", "start", "1!"])
    #expect(log.entries.count >= 20_000)
    token.cancel()
  }

  @Test func `a subscriber who comes during a delivery gets the next event`() {
    let pings = bus.topic(Ping.self)
    let tokens = Tokens()
    tokens.tokens["a"] = pings.subscribe("a") { [log] event in
      log.add("a\(event.number)")
      guard tokens.tokens["b"] == nil else { return }
      tokens.tokens["b"] = pings.subscribe("b") { log.add("b\($0.number)") }
      for index in 0..<50 {
        tokens.tokens["extra\(index)"] = pings.subscribe("extra") { _ in }
      }
    }
    pings.publish(Ping(number: 1))
    pings.publish(Ping(number: 2))
    #expect(log.entries == ["a1", "a2", "b2"])
    tokens.tokens = [:]
  }

  @Test func `has subscribers only while someone would get an event`() {
    let pings = bus.topic(Ping.self)
    #expect(!pings.hasSubscribers)
    let token = pings.subscribe("a") { _ in }
    #expect(pings.hasSubscribers)
    token.cancel()
    #expect(!pings.hasSubscribers)
  }

  // MARK: Leaving

  @Test func `who is cancelled during a delivery is passed over at once`() {
    let pings = bus.topic(Ping.self)
    let tokens = Tokens()
    tokens.tokens["a"] = pings.subscribe("a") { [log] _ in
      log.add("a")
      tokens.tokens["b"]?.cancel()
    }
    tokens.tokens["b"] = pings.subscribe("b") { [log] _ in log.add("b") }
    tokens.tokens["c"] = pings.subscribe("c") { [log] _ in log.add("c") }
    pings.publish(Ping(number: 1))
    #expect(log.entries == ["a", "c"])
    tokens.tokens = [:]
  }

  @Test func `a handler may cancel itself and still finish`() {
    let pings = bus.topic(Ping.self)
    let tokens = Tokens()
    let word = "still here"
    tokens.tokens["a"] = pings.subscribe("a") { [log] _ in
      tokens.tokens = [:]
      log.add(word)
    }
    pings.publish(Ping(number: 1))
    pings.publish(Ping(number: 2))
    #expect(log.entries == ["still here"])
  }

  @Test func `dropping the token ends the subscription`() {
    let pings = bus.topic(Ping.self)
    _ = pings.subscribe("a") { [log] _ in log.add("a") }
    pings.publish(Ping(number: 1))
    #expect(log.entries.isEmpty)
    #expect(!pings.hasSubscribers)
  }

  @Test func `a cancelled handler's memory goes, and the others stay`() async {
    let pings = bus.topic(Ping.self)
    let kept = pings.subscribe("kept") { [log] _ in log.add("kept") }
    weak var captured: Log<Int>?
    let token: Subscription
    do {
      let held = Log<Int>()
      captured = held
      token = pings.subscribe("gone") { held.add($0.number) }
    }
    #expect(captured != nil)
    token.cancel()
    await whatWasHandedOver()
    #expect(captured == nil)
    pings.publish(Ping(number: 1))
    #expect(log.entries == ["kept"])
    kept.cancel()
  }

  @Test func `a topic outlives its bus, and nothing is kept for ever`() {
    weak var dropped: Bus?
    weak var topic: Topic<Ping>?
    do {
      var bus: Bus? = Bus()
      dropped = bus
      let pings = bus?.topic(Ping.self)
      topic = pings
      let token = pings?.subscribe("a") { [log] in log.add("\($0.number)") }
      bus = nil
      pings?.publish(Ping(number: 7))
      token?.cancel()
    }
    #expect(log.entries == ["7"])
    #expect(dropped == nil)
    #expect(topic == nil)
  }

  @Test nonisolated func `cancelling works from any thread`() async {
    let pings = bus.topic(Ping.self)
    let token = await pings.subscribe("a") { [log] _ in log.add("a") }
    token.cancel()
    await LoopActor.run { pings.publish(Ping(number: 1)) }
    #expect(await log.entries.isEmpty)
  }

  @Test nonisolated func `threads may leave while the loop delivers`() async {
    let pings = bus.topic(Ping.self)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            let token = await pings.subscribe("brief") { [log] _ in log.add("") }
            pings.post(Ping(number: number))
            token.cancel()
          }
        }
      }
    }
    await LoopActor.run {}
    #expect(await !pings.hasSubscribers)
  }
}
