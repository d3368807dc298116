import Bus
import LeakCheck
import Loop
import Testing

@Suite(.leavesNothingBehind, .doesNotHang)
struct PostTests {
  private let bus = Bus()

  @Test func `posts from one thread keep their order`() async {
    let log = Log<Int>()
    let pings = bus.topic(Ping.self)
    let token = await pings.subscribe("log") { log.add($0.number) }
    for number in 0..<1000 { pings.post(Ping(number: number)) }
    pings.post(contentsOf: (1000..<2000).map { Ping(number: $0) })
    pings.post(contentsOf: [])
    #expect(await LoopActor.run { log.entries } == Array(0..<2000))
    token.cancel()
  }

  @Test func `every way onto the loop keeps each thread's order`() async {
    let log = Log<(producer: Int, index: Int)>()
    let pings = bus.topic(Ping.self)
    let pongs = bus.topic(Pong.self)
    let tokens = [
      await pings.subscribe("log") { log.add(($0.number / 10_000, $0.number % 10_000)) },
      await pongs.subscribe("log") { log.add(($0.number / 10_000, $0.number % 10_000)) },
    ]
    await withTaskGroup(of: Void.self) { group in
      for producer in 0..<4 {
        group.addTask {
          var index = 0
          while index < 3000 {
            let number = producer * 10_000 + index
            switch index % 6 {
            case 0: pings.post(Ping(number: number))
            case 1: pongs.post(Pong(number: number))
            case 2: LoopActor.loop.submit { log.add((number / 10_000, number % 10_000)) }
            case 3: Task { @LoopActor in log.add((number / 10_000, number % 10_000)) }
            case 4: await pings.send(Ping(number: number))
            default: pongs.post(contentsOf: [Pong(number: number), Pong(number: number + 1)])
            }
            index += index % 6 == 5 ? 2 : 1
          }
        }
      }
    }
    let entries = await LoopActor.run { log.entries }
    for producer in 0..<4 {
      let own = entries.filter { $0.producer == producer }.map(\.index)
      #expect(own.count >= 3000)
      #expect(own == own.sorted())
    }
    for token in tokens { token.cancel() }
  }

  @Test func `a posted event's cascade is done before the next posted event`() async {
    let log = Log<String>()
    let (pings, pongs) = (bus.topic(Ping.self), bus.topic(Pong.self))
    let tokens = [
      await pings.subscribe("ask") {
        log.add("ping\($0.number)")
        pongs.publish(Pong(number: $0.number))
      },
      await pongs.subscribe("answer") { log.add("pong\($0.number)") },
    ]
    pings.post(contentsOf: [Ping(number: 1), Ping(number: 2)])
    #expect(await LoopActor.run { log.entries } == ["ping1", "pong1", "ping2", "pong2"])
    for token in tokens { token.cancel() }
  }

  @Test func `senders wait while the backlog is full, and lose nothing`() async {
    let narrow = Bus(backlog: 4)
    let log = Log<Int>()
    let pings = narrow.topic(Ping.self)
    let token = await pings.subscribe("log") { log.add($0.number) }
    let gate = Gate()
    let blocked = Counter()
    LoopActor.loop.submit {
      blocked.add()
      gate.wait()
    }
    // What the loop takes together with the closure no longer counts as waiting.
    await blocked.reaches(1)
    let sent = Counter()
    let senders = Task {
      await withTaskGroup(of: Void.self) { group in
        for producer in 0..<3 {
          group.addTask {
            for index in 0..<100 {
              await pings.send(Ping(number: producer * 1000 + index))
              sent.add()
            }
          }
        }
      }
    }
    // The loop is blocked, so only the backlog is accepted.
    await sent.reaches(4)
    for _ in 0..<1000 { await Task.yield() }
    #expect(sent.count == 4)
    gate.open()
    await senders.value
    let numbers = await LoopActor.run { log.entries }
    for producer in 0..<3 {
      let own = numbers.filter { $0 / 1000 == producer }.map { $0 % 1000 }
      #expect(own == Array(0..<100))
    }
    token.cancel()
  }

  @Test func `posts to a topic that is dropped still arrive`() async {
    let log = Log<Int>()
    var pings: Topic<Ping>? = Bus().topic(Ping.self)
    let token = await pings?.subscribe("log") { log.add($0.number) }
    let gate = Gate()
    LoopActor.loop.submit { gate.wait() }
    pings?.post(Ping(number: 5))
    pings = nil
    gate.open()
    #expect(await LoopActor.run { log.entries } == [5])
    token?.cancel()
  }
}
