import Bus
import Foundation
import Glibc
import Loop
import NIOCore
import NIOPosix

extension BusGroup {
  static func posting(_ producers: Int) -> [Contender] {
    [
      doubleBuffer(producers), post(producers), postInBatches(producers), send(producers),
      submit(producers), execute(producers), stream(producers),
    ]
  }

  /// Counts arrivals and reports the last one.
  private final class NoticeCollector: Sendable {
    let last = DispatchSemaphore(value: 0)
    private let tally = Tally()
    private let expected: Int

    init(_ expected: Int) { self.expected = expected }

    @inline(__always)
    func come(_ event: Event) {
      tally.add(event.first)
      if tally.value.pointee == expected { last.signal() }
    }
  }

  /// The floor: only a mutex and two arrays, with a consumer that never sleeps.
  private final class DoubleBuffer: @unchecked Sendable {
    // `incoming` is accessed only under the mutex.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var incoming: ContiguousArray<Event> = []

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @inline(__always)
    func add(_ event: Event) {
      pthread_mutex_lock(mutex)
      incoming.append(event)
      pthread_mutex_unlock(mutex)
    }

    func consume(_ expected: Int, _ body: (Event) -> Void) {
      var taken: ContiguousArray<Event> = []
      var count = 0
      while count < expected {
        pthread_mutex_lock(mutex)
        swap(&taken, &incoming)
        pthread_mutex_unlock(mutex)
        if taken.isEmpty { sched_yield() }
        for event in taken { body(event) }
        count += taken.count
        taken.removeAll(keepingCapacity: true)
      }
    }
  }

  private static func doubleBuffer(_ producers: Int) -> Contender {
    Contender("mutex and double buffer", operations: 1_000_000) { count in
      let arrivals = NoticeCollector(count)
      let buffer = DoubleBuffer()
      Thread.detachNewThread { buffer.consume(count) { arrivals.come($0) } }
      return await withThreads(producers, finished: arrivals.last) { _ in
        for _ in 0..<count / producers { buffer.add(Event(first: 1)) }
      }
    }
  }

  /// Subscribes to a permanent topic for one measurement.
  private static func topic(
    _ name: String,
    _ count: Int,
    _ body: @escaping @Sendable (Topic<Event>, Int, DispatchSemaphore) async -> Double
  ) -> Contender {
    let topic = Bus().topic(Event.self)
    return Contender(name, operations: count) { count in
      let arrivals = NoticeCollector(count)
      let token = await topic.subscribe("subscriber") { arrivals.come($0) }
      let took = await body(topic, count, arrivals.last)
      token.cancel()
      return took
    }
  }

  private static func post(_ producers: Int) -> Contender {
    topic("Topic.post", 1_000_000) { topic, count, last in
      await withThreads(producers, finished: last) { _ in
        for _ in 0..<count / producers { topic.post(Event(first: 1)) }
      }
    }
  }

  private static func postInBatches(_ producers: Int) -> Contender {
    topic("Topic.post(contentsOf: 64 events)", 64 * 16_000) { topic, count, last in
      await withThreads(producers, finished: last) { _ in
        let batch = [Event](repeating: Event(first: 1), count: 64)
        for _ in 0..<count / producers / 64 { topic.post(contentsOf: batch) }
      }
    }
  }

  private static func send(_ producers: Int) -> Contender {
    topic("Topic.send (waits while 1024 wait)", 400_000) { topic, count, _ in
      await seconds {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<producers {
            group.addTask {
              for _ in 0..<count / producers { await topic.send(Event(first: 1)) }
            }
          }
        }
        await LoopActor.run {}
      }
    }
  }

  private static func submit(_ producers: Int) -> Contender {
    Contender("Loop.submit", operations: 400_000) { count in
      let arrivals = NoticeCollector(count)
      return await withThreads(producers, finished: arrivals.last) { _ in
        for _ in 0..<count / producers {
          let event = Event(first: 1)
          LoopActor.loop.submit { arrivals.come(event) }
        }
      }
    }
  }

  private static func execute(_ producers: Int) -> Contender {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    return Contender("NIO EventLoop.execute", operations: 400_000) { count in
      let arrivals = NoticeCollector(count)
      return await withThreads(producers, finished: arrivals.last) { _ in
        for _ in 0..<count / producers {
          let event = Event(first: 1)
          eventLoop.execute { arrivals.come(event) }
        }
      }
    }
  }

  private static func stream(_ producers: Int) -> Contender {
    Contender("AsyncStream.yield", operations: 200_000) { count in
      let arrivals = NoticeCollector(count)
      let (stream, continuation) = AsyncStream<Event>.makeStream()
      let consumer = Task {
        for await event in stream { arrivals.come(event) }
      }
      let took = await withThreads(producers, finished: arrivals.last) { _ in
        for _ in 0..<count / producers { continuation.yield(Event(first: 1)) }
      }
      continuation.finish()
      await consumer.value
      return took
    }
  }
}
