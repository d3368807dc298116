import Bus
import Loop
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EndpointTests {
  private struct Double: Sendable {
    let number: Int
  }

  private let doubles = Bus().endpoint(Double.self, Int.self)

  @Test @LoopActor func `a question on the loop is a plain call`() throws {
    try doubles.respond("doubler") { $0.number * 2 }
    #expect(try doubles.ask(Double(number: 21)) == 42)
    #expect(doubles.answeredBy == "doubler")
  }

  @Test func `a question from elsewhere is awaited`() async throws {
    let doubles = doubles
    try await LoopActor.run {
      try doubles.respond("doubler") {
        LoopActor.preconditionIsolated()
        return $0.number * 2
      }
    }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...100 {
        group.addTask { try await doubles.request(Double(number: number)) }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 10_100)
  }

  @Test func `what the answerer throws reaches the one who asked`() async throws {
    let doubles = doubles
    try await LoopActor.run {
      try doubles.respond("doubler") { throw Broken(number: $0.number) }
      #expect(throws: Broken(number: 1)) { try doubles.ask(Double(number: 1)) }
    }
    await #expect(throws: Broken(number: 2)) {
      try await doubles.request(Double(number: 2))
    }
  }

  @Test func `a question that nobody answers is refused with words`() async {
    let error = await #expect(throws: NoAnswerer.self) {
      try await doubles.request(Double(number: 1))
    }
    #expect(
      error?.description == "Nothing that is loaded answers Double. Load the module that does."
    )
  }

  @Test @LoopActor func `a second answerer is refused and the first stays`() throws {
    try doubles.respond("one") { $0.number }
    let error = #expect(throws: TwoAnswerers.self) {
      try doubles.respond("two") { _ in 0 }
    }
    #expect(
      error?.description == """
        Double is answered by one already, so two cannot answer it too. Load only one.
        """
    )
    #expect(try doubles.ask(Double(number: 5)) == 5)
  }

  @Test @LoopActor func `question and reply name an endpoint together`() throws {
    let bus = Bus()
    let numbers = bus.endpoint(Double.self, Int.self)
    #expect(numbers === bus.endpoint(Double.self, Int.self))
    try numbers.respond("numbers") { $0.number }
    try bus.endpoint(Double.self, String.self).respond("words") { "\($0.number)" }
    #expect(try bus.endpoint(Double.self, String.self).ask(Double(number: 3)) == "3")
  }

  @Test func `an answer comes after the events of the same thread`() async throws {
    let bus = Bus()
    let log = Log<Int>()
    let pings = bus.topic(Ping.self)
    let counts = bus.endpoint(Double.self, Int.self)
    let token = try await LoopActor.run {
      try counts.respond("count") { _ in log.entries.count }
      return pings.subscribe("log") { log.add($0.number) }
    }
    for number in 1...50 {
      pings.post(Ping(number: number))
      #expect(try await counts.request(Double(number: 0)) == number)
    }
    token.cancel()
  }
}
