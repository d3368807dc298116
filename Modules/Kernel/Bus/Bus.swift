import Loop

/// Typed events between parts that do not know each other, in one total order, on the loop.
///
/// Each bus has an order, a budget and topics of its own; all run on the one loop.
public final class Bus: Sendable {
  @usableFromInline let dispatcher: Dispatcher
  @usableFromInline let channels = Locked<[Channel: any Sendable]>([:])

  /// The types that name a topic or an endpoint.
  @usableFromInline
  struct Channel: Hashable {
    let event: ObjectIdentifier
    let reply: ObjectIdentifier?

    @usableFromInline
    init(_ event: Any.Type, reply: (any Any.Type)? = nil) {
      self.event = ObjectIdentifier(event)
      self.reply = reply.map { ObjectIdentifier($0) }
    }
  }

  /// - Parameters:
  ///   - budget: how many further events one event may cause before the rest are dropped.
  ///   - backlog: how many events `send` lets wait in a topic before it makes its caller wait.
  public init(budget: Int = 100_000, backlog: Int = 1024) {
    dispatcher = Dispatcher(budget: budget, backlog: backlog)
  }

  /// The topic of a type of event, made on first use; from any thread.
  @inlinable
  public func topic<Event: Sendable>(_ type: Event.Type = Event.self) -> Topic<Event> {
    channel(Channel(type)) { Topic(on: dispatcher) }
  }

  /// The endpoint of a type of question and its reply, made on first use; from any thread.
  @inlinable
  public func endpoint<Question: Sendable, Reply: Sendable>(
    _ question: Question.Type = Question.self,
    _ reply: Reply.Type = Reply.self
  ) -> Endpoint<Question, Reply> {
    channel(Channel(question, reply: reply)) { Endpoint() }
  }

  @inlinable
  func channel<Kind: Sendable>(_ key: Channel, _ make: () -> Kind) -> Kind {
    channels.withLock { channels in
      if let known = channels[key] as? Kind { return known }
      let new = make()
      channels[key] = new
      return new
    }
  }

  /// Has `body` told of every failure from now on, for as long as the bus lives.
  @LoopActor
  public func onFailure(_ body: @escaping @LoopActor (BusFailure) -> Void) {
    dispatcher.state.value.observers.append(body)
  }

  /// How often each subscriber threw, by its label.
  @LoopActor
  public var failures: [String: Int] { dispatcher.state.value.failures }

  /// Shows `body` every event of every topic just before it is delivered, until the token ends.
  ///
  /// Costs nothing while nobody watches.
  @LoopActor
  public func tail(_ body: @escaping @LoopActor (BusTraffic) -> Void) -> Subscription {
    dispatcher.watch(body)
  }
}
