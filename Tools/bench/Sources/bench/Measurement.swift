import CAllocations
import Foundation

/// A variant that is measured.
struct Contender: Sendable {
  let name: String
  /// The number of operations of one measurement; fewer for slow ones.
  let operations: Int
  /// Runs that many operations and returns the seconds they took.
  let measure: @Sendable (_ operations: Int) async throws -> Double

  init(
    _ name: String,
    operations: Int,
    measure: @escaping @Sendable (_ operations: Int) async throws -> Double
  ) {
    self.name = name
    self.operations = operations
    self.measure = measure
  }
}

/// Measures contenders in turns, so that varying load of the machine affects all of them.
struct Measurement: Sendable {
  let rounds: Int
  /// A text that a table's title must contain; empty for all tables.
  var only = ""

  /// Prints a table of nanoseconds and allocations per operation.
  ///
  /// Its columns are the median, least and most nanoseconds, the allocations, and the ratio to the
  /// first contender, which is the floor.
  func table(_ title: String, _ contenders: [Contender]) async throws {
    guard only.isEmpty || title.contains(only) else { return }
    var samples = contenders.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, contender) in contenders.enumerated() {
        let seconds = try await contender.measure(contender.operations)
        // The first round is a warm-up.
        if round > 0 {
          samples[index].append(seconds * 1e9 / Double(contender.operations))
        }
      }
    }
    print("\n\(title)")
    print(Self.line("", "ns", "least", "most", "x floor", "allocations"))
    let floor = Self.median(samples[0])
    for (contender, sample) in zip(contenders, samples) {
      let median = Self.median(sample)
      print(
        Self.line(
          contender.name,
          Self.number(median),
          Self.number(sample.min() ?? 0),
          Self.number(sample.max() ?? 0),
          Self.number(median / floor),
          Self.number(try await allocations(of: contender))
        )
      )
    }
  }

  private func allocations(of contender: Contender) async throws -> Double {
    allocations_begin()
    _ = try await contender.measure(contender.operations)
    return Double(allocations_end()) / Double(contender.operations)
  }

  private static func median(_ sample: [Double]) -> Double { sample.sorted()[sample.count / 2] }

  private static func number(_ value: Double) -> String {
    String(format: value < 100 ? "%.2f" : "%.0f", value)
  }

  private static func line(_ name: String, _ columns: String...) -> String {
    name.padding(toLength: 44, withPad: " ", startingAt: 0)
      + columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
  }
}

/// The duration of `body` in seconds.
@inline(__always)
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

/// The duration of `body` in seconds, including waits.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try await body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

/// Runs `body` on several new threads and waits for `finished`; returns the seconds.
func withThreads(
  _ number: Int,
  finished: DispatchSemaphore,
  _ body: @escaping @Sendable (_ thread: Int) -> Void
) async -> Double {
  await withCheckedContinuation { waiter in
    Thread.detachNewThread {
      let took = seconds {
        for index in 0..<number { Thread.detachNewThread { body(index) } }
        finished.wait()
      }
      waiter.resume(returning: took)
    }
  }
}
