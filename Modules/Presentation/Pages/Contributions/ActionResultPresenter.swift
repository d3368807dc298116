import Core
import Presentation

/// What a module has to say after a form that made something happen, its own or another module's.
///
/// It is given the signals of the form's orders. So a check can be celebrated by a module that
/// checking knows nothing of.
public struct ActionResultPresenter: Sendable {
  private let body: @Sendable ([any Signal], ActionResult, PageContext) async throws -> ActionResult

  /// - Parameter body: returns the result, with other words or the same; not called when there was
  ///   no such signal.
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
  /// The same action, whose result says what it has reached.
  ///
  /// What was done is done: a presenter that fails says nothing, and is not told to the person as if
  /// the form had failed.
  func presented(by presenters: [ActionResultPresenter]) -> FormAction {
    guard !presenters.isEmpty else { return self }
    return FormAction(name) { fields, context in
      var result = try await run(fields, context)
      let signals = context.signals.all
      for presenter in presenters {
        result = (try? await presenter.result(result, after: signals, context)) ?? result
      }
      return result
    }
  }
}
