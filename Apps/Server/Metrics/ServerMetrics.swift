import Accounts
import Core
import HTTPTypes
import Locks
import Replication

/// Counts the server's work, for a monitoring system.
///
/// Every label is a name that is fixed in the program, such as the pattern of a route: nothing
/// about a person, and no more series than there are names.
final class ServerMetrics: Sendable {
  /// The upper bounds of the histogram's buckets in seconds.
  static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  /// The maximum number of refusal codes; all are fixed, so this only guards against a mistake.
  private static let mostCodes = 200

  /// The result of a request.
  struct Answer: Hashable, Comparable, Sendable {
    let route: String
    /// The class of the status: `2xx`, `4xx`.
    let status: String

    static func < (left: Answer, right: Answer) -> Bool {
      (left.route, left.status) < (right.route, right.status)
    }
  }

  struct Histogram: Sendable {
    /// The number of requests in each bucket, not cumulative; the last one is beyond all bounds.
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      counts[ServerMetrics.bounds.firstIndex { seconds <= $0 } ?? counts.count - 1] += 1
      sum += seconds
    }
  }

  struct Counts: Sendable {
    var answers: [Answer: Int] = [:]
    var times: [String: Histogram] = [:]
    var refusals: [String: Int] = [:]
    var events: [String: Int] = [:]
    var exchanges: [String: Int] = [:]
    var facts = 0
  }

  /// A gauge of a queue.
  struct Queue: Sendable {
    let name: String
    let depth: @Sendable () -> Int
  }

  private let state = Locked(Counts())
  private let queues = Locked<[Queue]>([])

  var counts: Counts { state.withLock { $0 } }

  /// The depths of all queues, by name.
  var depths: [(name: String, depth: Int)] {
    queues.withLock { $0 }.map { ($0.name, $0.depth()) }.sorted { $0.name < $1.name }
  }

  /// Adds a queue whose depth is read at each scrape.
  func watch(_ name: StaticString, _ depth: @escaping @Sendable () -> Int) {
    queues.withLock { $0.append(Queue(name: "\(name)", depth: depth)) }
  }

  /// Counts an answer, by the class of its status.
  ///
  /// A full space is counted by itself: the server has not failed.
  ///
  /// - Parameters:
  ///   - route: the pattern of the route.
  ///   - time: the time until the answer began; streams continue from there.
  func count(_ route: String, status: Int, after time: Duration) {
    let (seconds, attoseconds) = time.components
    let elapsed = Double(seconds) + Double(attoseconds) / 1e18
    state.withLock {
      let isFull = status == HTTPResponse.Status.storageFull.code
      let label = isFull ? "\(status)" : "\(status / 100)xx"
      $0.answers[Answer(route: route, status: label), default: 0] += 1
      $0.times[route, default: Histogram()].add(elapsed)
    }
  }

  /// Counts a refusal by its code.
  func countRefusal(_ code: String) {
    state.withLock {
      let isKnown = $0.refusals[code] != nil || $0.refusals.count < ServerMetrics.mostCodes
      $0.refusals[isKnown ? code : "other", default: 0] += 1
    }
  }

  func count(_ event: SecurityEvent.Kind) {
    state.withLock { $0.events[event.rawValue, default: 0] += 1 }
  }

  func count(_ reply: ServerReplicator.Reply) {
    state.withLock {
      $0.exchanges[reply.kind.rawValue, default: 0] += 1
      $0.facts += reply.added
    }
  }
}
