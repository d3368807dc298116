import Bus
import Loop

/// Delivering, posting and querying, each compared with a floor and with alternatives.
enum BusGroup {
  /// An event of 32 bytes inline.
  struct Event: Sendable {
    var first: Int
    var second = 2
    var third = 3
    var fourth = 4
  }

  /// The same event with heap storage.
  struct RichEvent: Sendable {
    let words: String
    let numbers: [Int]
  }

  static func run(_ measurement: Measurement) async throws {
    for subscribers in [1, 4, 16] {
      try await measurement.table(
        "event delivered on the loop, \(subscribers) subscribers, per event",
        delivery(subscribers)
      )
    }
    try await measurement.table("special deliveries, per event", specialDelivery())
    for producers in [1, 2, 4] {
      try await measurement.table(
        "event posted to the loop by \(producers) threads, per event",
        posting(producers)
      )
    }
    try await measurement.table("request awaited by 64 tasks, per request", asking(callers: 64))
    try await measurement.table("request awaited by 1 task, per request", asking(callers: 1))
  }
}

/// The counter of handlers: minimal work that the compiler cannot remove.
final class Tally: @unchecked Sendable {
  // Used by one thread at a time: each measurement has one consumer, and ends before it is read.
  let value = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() { value.initialize(to: 0) }

  deinit { value.deallocate() }

  @inline(__always)
  func add(_ number: Int) { value.pointee &+= number }

  /// Stops the program if a contender did not deliver what it should.
  func expect(_ count: Int, from name: String) {
    precondition(value.pointee == count, "\(name) delivered \(value.pointee), not \(count)")
    value.pointee = 0
  }
}
