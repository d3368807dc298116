import Bus
import EventDispatch
import LeakCheck
import Loop
import Testing

@LoopActor
@Suite(.leavesNothingBehind, .doesNotHang)
struct TailTests {
  private let bus = Bus()
  private let traffic = Log<String>()

  private func watch() -> Subscription {
    bus.tail { [traffic] in
      traffic.add("\($0.number) \($0.type) \($0.event) \($0.subscribers)")
    }
  }

  @Test func `every event of every topic is shown in the order of delivery`() {
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    let tokens = [
      pings.subscribe("pinger") { pongs.publish(Pong(number: $0.number)) },
      pongs.subscribe("ponger") { _ in },
      pongs.subscribe("other") { _ in },
    ]
    let tail = watch()
    pings.publish(Ping(number: 1))
    bus.topic(Int.self).publish(5)
    #expect(
      traffic.entries == [
        #"1 Ping Ping(number: 1) ["pinger"]"#,
        #"2 Pong Pong(number: 1) ["ponger", "other"]"#,
        "3 Int 5 []",
      ]
    )
    withExtendedLifetime((tokens, tail)) {}
  }

  @Test func `a cancelled tail sees nothing more, and delivery goes on`() async {
    let pings = bus.topic(Ping.self)
    let log = Log<Int>()
    let token = pings.subscribe("log") { log.add($0.number) }
    let tail = watch()
    pings.publish(Ping(number: 1))
    tail.cancel()
    pings.publish(Ping(number: 2))
    await whatWasHandedOver()
    pings.publish(Ping(number: 3))
    #expect(traffic.entries.count == 1)
    #expect(log.entries == [1, 2, 3])
    token.cancel()
  }

  @Test func `a tail that comes in the middle of a cascade sees the rest of it`() {
    let pings = bus.topic(Ping.self)
    let tokens = Tokens()
    tokens.tokens["count"] = pings.subscribe("count") {
      if $0.number == 2 { tokens.tokens["tail"] = watch() }
      if $0.number > 0 { pings.publish(Ping(number: $0.number - 1)) }
    }
    pings.publish(Ping(number: 3))
    #expect(traffic.entries.count == 2)
    pings.publish(Ping(number: 0))
    #expect(traffic.entries.count == 3)
    tokens.tokens = [:]
  }
}
