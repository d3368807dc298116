import Bus
import CommandKit
import Core
import Loop
import Runtime

/// Listens while a command runs for the signals that surfaces have something to say about.
@LoopActor
public final class Hearing {
  /// In the order in which they were given.
  public private(set) var heard: [any Signal] = []
  private var subscriptions: [Subscription] = []

  public init(_ echoes: [Echo], on runtime: Runtime) {
    for echo in echoes { listen(for: echo.signal, on: runtime) }
  }

  private func listen<S: Signal>(for signal: S.Type, on runtime: Runtime) {
    subscriptions.append(
      runtime.observe(signal, as: "echo") { [weak self] told in self?.heard.append(told.event) }
    )
  }
}
