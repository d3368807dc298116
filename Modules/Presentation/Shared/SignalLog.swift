import Core
import Locks

/// The signals that one command or form emitted, in order.
public final class SignalLog: Sendable {
  private let signals = Locked<[any Signal]>([])

  public init() {}

  public func add(_ new: [any Signal]) {
    guard !new.isEmpty else { return }
    signals.withLock { $0 += new }
  }

  public var all: [any Signal] { signals.withLock { $0 } }

  /// The signals of one type.
  public func all<S: Signal>(of type: S.Type) -> [S] { all.compactMap { $0 as? S } }
}
