import CommandKit
import Core

/// What a module has to say after a form that made something happen, its own or another module's.
///
/// It is given the signals of the form's orders. So a check can be celebrated by a module that
/// checking knows nothing of.
public struct LandingPresenter: Sendable {
  private let body: @Sendable ([any Signal], Landing, Session) async throws -> Landing

  /// - Parameter body: returns the landing, with other words or the same; not called when there was
  ///   no such signal.
  public init<S: Signal>(
    _ signal: S.Type,
    _ body: @escaping @Sendable ([S], Landing, Session) async throws -> Landing
  ) {
    self.body = { signals, landing, session in
      let own = signals.compactMap { $0 as? S }
      return own.isEmpty ? landing : try await body(own, landing, session)
    }
  }

  func landing(
    _ landing: Landing,
    after signals: [any Signal],
    _ session: Session
  ) async throws -> Landing {
    try await body(signals, landing, session)
  }
}

extension FormAction {
  /// The same action, whose landing says what it has reached.
  ///
  /// What was done is done: a presenter that fails says nothing, and is not told to the person as if
  /// the form had failed.
  func presented(by presenters: [LandingPresenter]) -> FormAction {
    guard !presenters.isEmpty else { return self }
    return FormAction(name) { fields, session in
      var landing = try await run(fields, session)
      let signals = session.signals.all
      for presenter in presenters {
        landing = (try? await presenter.landing(landing, after: signals, session)) ?? landing
      }
      return landing
    }
  }
}
