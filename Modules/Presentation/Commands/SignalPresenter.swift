import Core
import Presentation
import Terminal

/// What a module has to say after a command that made something happen, its own or another module's.
///
/// A presentation names a signal and how to show it; the app shows what presenters make of the signals of
/// the command's orders, below the command's own output. So a check can be celebrated by a module
/// that checking knows nothing of.
public struct SignalPresenter: Sendable {
  private let body: @Sendable ([any Signal], CommandContext) async throws -> [any View]

  /// - Parameter body: called once after the command, with the signals in the order in which they
  ///   were given; not called when there were none.
  public init<S: Signal>(
    _ signal: S.Type,
    _ body: @escaping @Sendable ([S], CommandContext) async throws -> [any View]
  ) {
    self.body = { signals, context in
      let own = signals.compactMap { $0 as? S }
      return own.isEmpty ? [] : try await body(own, context)
    }
  }

  /// What to show of the signals.
  public func views(of signals: [any Signal], _ context: CommandContext) async throws -> [any View]
  {
    try await body(signals, context)
  }
}

extension CommandContext {
  /// Shows a person what modules say of the signals of this context.
  public func present(_ presenters: [SignalPresenter]) async throws {
    let signals = signals.all
    guard format == .text, !signals.isEmpty else { return }
    var views: [any View] = []
    for presenter in presenters { views += try await presenter.views(of: signals, self) }
    guard !views.isEmpty else { return }
    var output = Output()
    for view in views { output.print(screen.draw(view)) }
    output.flushOrExit()
  }
}
