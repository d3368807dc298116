import Core
import Presentation

/// What a module reports after a form that emitted a signal, its own or another module's.
///
/// It receives the signals of the form's commands. In this way one module can celebrate a check
/// that another module records.
public struct ActionResultPresenter: Sendable {
  private let body: @Sendable ([any Signal], ActionResult, PageContext) async throws -> ActionResult

  /// - Parameter body: returns the result, changed or unchanged; not called when there was no such
  ///   signal.
  public init<S: Signal>(
    _ signal: S.Type,
    _ body: @escaping @Sendable ([S], ActionResult, PageContext) async throws -> ActionResult
  ) {
    self.body = { signals, result, context in
      let own = signals.compactMap { $0 as? S }
      return own.isEmpty ? result : try await body(own, result, context)
    }
  }

  func result(
    _ result: ActionResult,
    after signals: [any Signal],
    _ context: PageContext
  ) async throws -> ActionResult {
    try await body(signals, result, context)
  }
}

extension FormAction {
  /// The same action, with its result extended by `presenters`.
  ///
  /// The command has already run, so an error from a presenter is ignored rather than shown as if
  /// the form had failed.
  func presented(by presenters: [ActionResultPresenter]) -> FormAction {
    guard !presenters.isEmpty else { return self }
    return FormAction(name, isEmbeddable: isEmbeddable) { fields, context in
      var result = try await run(fields, context)
      let signals = context.signals.all
      for presenter in presenters {
        result = (try? await presenter.result(result, after: signals, context)) ?? result
      }
      return result
    }
  }
}
