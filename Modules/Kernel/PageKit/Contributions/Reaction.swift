import CommandKit

/// What a module has to say when a form, be it another module's, made something happen.
///
/// It looks before the form acts and again after it. So a check can be celebrated by a module that
/// checking knows nothing of.
public struct Reaction: Sendable {
  /// Looks again; returns the landing, with other words or the same.
  public typealias After = @Sendable (Landing, Session) async throws -> Landing

  /// Looks for the first time; nil when this form is of no interest.
  public let before: @Sendable (FormFields, Session) async throws -> After?

  public init(_ before: @escaping @Sendable (FormFields, Session) async throws -> After?) {
    self.before = before
  }
}

extension FormAction {
  /// The same action with everyone looking on.
  ///
  /// What was done is done: a reaction that fails says nothing, and is not told to the person as if
  /// the form had failed.
  func watched(by reactions: [Reaction]) -> FormAction {
    guard !reactions.isEmpty else { return self }
    return FormAction(name) { fields, session in
      var looks: [Reaction.After] = []
      for reaction in reactions {
        if let after = try? await reaction.before(fields, session) { looks.append(after) }
      }
      var landing = try await run(fields, session)
      for after in looks { landing = (try? await after(landing, session)) ?? landing }
      return landing
    }
  }
}
