import Synchronization

/// A counter for any thread.
final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .acquiring) }

  func add() { value.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  func reaches(_ wanted: Int) async {
    while count < wanted { await Task.yield() }
  }
}
