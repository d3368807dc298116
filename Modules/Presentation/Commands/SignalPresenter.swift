import Core
import Presentation
import Terminal

/// What a module prints after a command that emitted a signal, its own or another module's.
///
/// A presentation registers a presenter for a signal type; the app prints the views of all
/// presenters below the command's own output. In this way one module can celebrate a check that
/// another module records.
public struct SignalPresenter: Sendable {
  private let body: @Sendable ([any Signal], CommandContext) async throws -> [any View]

  /// - Parameter body: called once after the command, with the signals in the order in which they
  ///   were emitted; not called when there were none.
  public init<S: Signal>(
    _ signal: S.Type,
    _ body: @escaping @Sendable ([S], CommandContext) async throws -> [any View]
  ) {
    self.body = { signals, context in
      let own = signals.compactMap { $0 as? S }
      return own.isEmpty ? [] : try await body(own, context)
    }
  }

  /// The views for the signals.
  public func views(of signals: [any Signal], _ context: CommandContext) async throws -> [any View]
  {
    try await body(signals, context)
  }
}

extension CommandContext {
  /// Prints what the presenters return for the signals of this context.
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
