import ArgumentParser
import Presentation

extension CompletionKind {
  /// Completions from the person's space, such as titles of habits.
  ///
  /// There are none if no app set ``Launch/current`` or the space cannot be opened: a completion
  /// must never print an error into a half-typed line.
  public static func fromSpace(
    _ words: @escaping @Sendable (CommandContext) async throws -> [String]
  ) -> CompletionKind {
    .custom { (_: [String], _: Int, _: String) async -> [String] in
      guard let launcher = Launch.current, let options = try? GlobalOptions.parse([]) else {
        return []
      }
      let found = Found()
      try? await launcher.withContext(options) { context in
        await found.set(try await words(context))
      }
      return await found.words
    }
  }
}

/// Carries the completions out of the closure of a context.
private actor Found {
  private(set) var words: [String] = []

  func set(_ words: [String]) { self.words = words }
}
