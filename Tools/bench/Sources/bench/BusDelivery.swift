import Bus
import Foundation
import Loop
import OpenCombine

extension BusGroup {
  static func delivery(_ subscribers: Int) -> [Contender] {
    [
      directCall(subscribers), trellis(subscribers), closures(subscribers),
      openCombine(subscribers), notificationCenter(subscribers),
    ]
  }

  private static func directCall(_ subscribers: Int) -> Contender {
    let name = "direct closure call"
    let tally = Tally()
    let handler: @LoopActor (Event) throws -> Void = { tally.add($0.first) }
    return Contender(name, operations: 4_000_000 / subscribers) { count in
      let took = try await LoopActor.run {
        let handler = opaque(handler)
        return try seconds {
          for _ in 0..<count {
            for _ in 0..<subscribers { try handler(Event(first: 1)) }
          }
        }
      }
      tally.expect(count * subscribers, from: name)
      return took
    }
  }

  private static func trellis(_ subscribers: Int) -> Contender {
    let name = "Topic.publish"
    let tally = Tally()
    let topic = Bus().topic(Event.self)
    return Contender(name, operations: 4_000_000 / subscribers) { count in
      let took = await LoopActor.run {
        let tokens = (0..<subscribers).map { index in
          topic.subscribe("subscriber \(index)") { tally.add($0.first) }
        }
        let took = seconds {
          for _ in 0..<count { topic.publish(Event(first: 1)) }
        }
        for token in tokens { token.cancel() }
        return took
      }
      tally.expect(count * subscribers, from: name)
      return took
    }
  }

  private static func closures(_ subscribers: Int) -> Contender {
    let name = "closures in an array"
    let tally = Tally()
    let handlers = (0..<subscribers).map { _ -> @LoopActor (Event) -> Void in
      { tally.add($0.first) }
    }
    return Contender(name, operations: 1_000_000 / subscribers) { count in
      let took = await LoopActor.run {
        let handlers = opaque(handlers)
        return seconds {
          for _ in 0..<count {
            for handler in handlers { handler(Event(first: 1)) }
          }
        }
      }
      tally.expect(count * subscribers, from: name)
      return took
    }
  }

  private static func openCombine(_ subscribers: Int) -> Contender {
    let name = "OpenCombine PassthroughSubject"
    let tally = Tally()
    return Contender(name, operations: 400_000 / subscribers) { count in
      let subject = PassthroughSubject<Event, Never>()
      let tokens = (0..<subscribers).map { _ in subject.sink { tally.add($0.first) } }
      let took = seconds {
        for _ in 0..<count { subject.send(Event(first: 1)) }
      }
      tally.expect(count * subscribers, from: name)
      withExtendedLifetime(tokens) {}
      return took
    }
  }

  private static func notificationCenter(_ subscribers: Int) -> Contender {
    let name = "NotificationCenter.post"
    let tally = Tally()
    return Contender(name, operations: 80_000 / subscribers) { count in
      let center = NotificationCenter()
      let message = Notification.Name("event")
      let tokens = (0..<subscribers).map { _ in
        center.addObserver(forName: message, object: nil, queue: nil) {
          if let event = $0.userInfo?["event"] as? Event { tally.add(event.first) }
        }
      }
      let took = seconds {
        for _ in 0..<count {
          center.post(name: message, object: nil, userInfo: ["event": Event(first: 1)])
        }
      }
      tally.expect(count * subscribers, from: name)
      for token in tokens { center.removeObserver(token) }
      return took
    }
  }

  // MARK: Special cases

  static func specialDelivery() -> [Contender] { [trellis(1), rich(), cascade(), failing()] }

  private static func rich() -> Contender {
    let name = "Topic.publish, event with String and Array"
    let tally = Tally()
    let topic = Bus().topic(RichEvent.self)
    return Contender(name, operations: 2_000_000) { count in
      let event = RichEvent(words: "a habit with a title that is long", numbers: [1, 2, 3])
      let took = await LoopActor.run {
        let token = topic.subscribe("subscriber") { tally.add($0.numbers.count) }
        let took = seconds {
          for _ in 0..<count { topic.publish(event) }
        }
        token.cancel()
        return took
      }
      tally.expect(count * 3, from: name)
      return took
    }
  }

  private static func cascade() -> Contender {
    let name = "Topic.publish from a handler (queued)"
    let tally = Tally()
    let topic = Bus(budget: .max).topic(Event.self)
    return Contender(name, operations: 1_000_000) { count in
      let took = await LoopActor.run {
        let token = topic.subscribe("subscriber") {
          tally.add(1)
          if $0.first > 1 { topic.publish(Event(first: $0.first - 1)) }
        }
        let took = seconds { topic.publish(Event(first: count)) }
        token.cancel()
        return took
      }
      tally.expect(count, from: name)
      return took
    }
  }

  private static func failing() -> Contender {
    struct Broken: Error {}
    let name = "Topic.publish, the subscriber throws"
    let topic = Bus().topic(Event.self)
    return Contender(name, operations: 200_000) { count in
      await LoopActor.run {
        let token = topic.subscribe("subscriber") { _ in throw Broken() }
        let took = seconds {
          for _ in 0..<count { topic.publish(Event(first: 1)) }
        }
        token.cancel()
        return took
      }
    }
  }
}

/// Hides a value from the optimizer.
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }
