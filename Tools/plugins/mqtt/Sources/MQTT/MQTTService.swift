import TrackingContract
import TrellisSDK

/// Shows habits to the broker while the daemon runs, and carries out its commands.
final class MQTTService: PluginService {
  private let context: ServiceContext
  private let waiting: Waiting
  private let changes: FileChanges
  private let client: String

  /// The backoff in milliseconds between attempts: doubled each time, up to the maximum.
  private static let firstPause = 1000
  private static let longestPause = 60_000

  init(_ context: ServiceContext) async throws {
    self.context = context
    waiting = try Waiting()
    try context.files.prepare()
    changes = try FileChanges()
    changes.follow(context.files.path)
    client = "trellis-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  func run() async throws {
    let listener = Task { [context, waiting] in
      for await _ in await context.changes() { waiting.wake() }
    }
    defer { listener.cancel() }
    try await waiting.endingWithTask { try await keepTalking() }
  }

  private func keepTalking() async throws {
    var pause = Self.firstPause
    var complaint: String?
    while !Task.isCancelled {
      let broker: Broker?
      do {
        broker = try Broker.load(context.files)
      } catch {
        broker = nil
        context.log("\(error)")
      }
      guard let broker else {
        rest()
        continue
      }
      do {
        try await talk(to: broker) {
          (pause, complaint) = (Self.firstPause, nil)
          context.log("habits are shown to the broker at \(broker.words)")
        }
      } catch {
        // Each reason is logged once, not with every attempt.
        let words = "\(error)"
        if words != complaint {
          context.log("the broker at \(broker.words) is not there: \(words)")
        }
        complaint = words
        rest(milliseconds: pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  /// Waits for a timeout, another file or the end; not for changes of habits.
  private func rest(milliseconds: Int? = nil) {
    repeat {
      let awakening = waiting.wait(readable: [changes.descriptor], milliseconds: milliseconds)
      if changes.drain() || awakening.isOverdue { return }
    } while !Task.isCancelled
  }

  /// Communicates until the task is cancelled or there is another broker.
  ///
  /// - Parameter accepted: called once the broker has accepted the connection.
  private func talk(to broker: Broker, accepted: () -> Void) async throws {
    let topics = Topics(name: broker.name)
    let lastWords = OutgoingPacket.LastWords(topic: topics.status, payload: Array("offline".utf8))
    let session = try Session(broker, client: client, lastWords: lastWords, waiting)
    accepted()
    try session.send(.subscribe(id: 1, topics: topics.subscriptions))
    var conversation = Conversation(session, topics, context)
    try await conversation.show()
    while !Task.isCancelled {
      let descriptor = session.connection.descriptor
      let awakening = waiting.wait(
        readable: [descriptor, changes.descriptor],
        milliseconds: session.untilNext
      )
      if awakening.ready.contains(descriptor) { try await conversation.listen() }
      if awakening.isCalled { try await conversation.show() }
      if changes.drain(), (try? Broker.load(context.files)) != broker { break }
      try session.stay()
    }
    // Nobody would keep the switches up to date any more.
    if (try? Broker.load(context.files)) == .some(nil) { try conversation.clear() }
    // The broker only publishes this itself for a client that is lost.
    try session.send(.publish(topic: topics.status, payload: lastWords.payload, isRetained: true))
    try session.leave()
  }
}

/// The communication over one connection.
private struct Conversation {
  private let session: Session
  private let topics: Topics
  private let context: ServiceContext
  /// What this connection has published to the broker.
  private var known: [String: [UInt8]] = [:]

  init(_ session: Session, _ topics: Topics, _ context: ServiceContext) {
    self.session = session
    self.topics = topics
    self.context = context
  }

  /// Publishes what the broker does not have yet.
  mutating func show() async throws {
    let current = try await context.current()
    let today = current.today
    let days = try await context.space.ask(DaysOfHabits(from: today, to: today))
    let board = try Board(days, topics, product: context.product.title)
    for (topic, payload) in board.changes(since: known) {
      try session.send(.publish(topic: topic, payload: payload, isRetained: true))
      known[topic] = payload
    }
  }

  /// Removes everything that was published.
  mutating func clear() throws {
    for topic in known.keys.sorted() where topic != topics.status {
      try session.send(.publish(topic: topic, payload: [], isRetained: true))
    }
    known = [:]
  }

  mutating func listen() async throws {
    for packet in try session.receive() {
      switch packet {
      case .message(let message): try await take(message)
      case .subscribed(_, isGranted: false):
        throw Connection.Failure("it does not let this user read the topics of trellis.")
      default: break
      }
    }
  }

  private mutating func take(_ message: IncomingPacket.Message) async throws {
    if let id = message.id { try session.send(.received(id: id)) }
    if let order = Order(message, topics) { return try await carryOut(order) }
    guard topics.ordered(message.topic) == nil else { return }
    if message.topic == topics.status {
      // Another connection of this Trellis, which was lost, has been declared gone meanwhile.
      guard message.payload != Array("online".utf8) else { return }
      known[topics.status] = nil
      return try await show()
    }
    // The topic of a habit that is no longer here, from an earlier run.
    guard message.isKept, known[message.topic] == nil, !message.payload.isEmpty else { return }
    try session.send(.publish(topic: message.topic, payload: [], isRetained: true))
  }

  private mutating func carryOut(_ order: Order) async throws {
    do {
      _ = try await context.space.run { space in try order.run(in: space) }
    } catch {
      context.log("a habit could not be switched \(order.isOn ? "on" : "off"): \(error)")
    }
    // The switch shows the present state, even if nothing changed.
    known[topics.state(of: order.habit)] = nil
    try await show()
  }
}
