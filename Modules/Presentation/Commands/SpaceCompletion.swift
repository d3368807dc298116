import ArgumentParser
import Core
import Presentation
import Terminal

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
      return await found.words.map { word in
        CompletionShell.requesting.map { $0.literal(word) } ?? word
      }
    }
  }
}

extension CompletionShell {
  /// Writes a word so that the completion script of the shell takes it as it is.
  ///
  /// The script for bash has `compgen -W` expand all words, which would run a command in a title and
  /// drop its quotes. The one for zsh takes what follows a colon for the word's description.
  func literal(_ word: String) -> String {
    switch self {
    case .bash: ShellWord.quoted(word)
    case .zsh: word.replacingScalars { [":", "\\"].contains($0) ? "\\\($0)" : nil }
    default: word
    }
  }
}

/// Carries the completions out of the closure of a context.
private actor Found {
  private(set) var words: [String] = []

  func set(_ words: [String]) { self.words = words }
}
