import Core

/// Lets words that begin with a dash be arguments and values of options, such as the title `-dash`,
/// the day `-2` or the note `- slept badly`.
///
/// No command has joined short options, so such a word is an option only if it is one letter.
enum DashedTitles {
  /// The short options that commands have; other letters can be the value of an option.
  private static let shortOptions: Set<String> = ["-h", "-y"]

  /// Options that take no value, after which a word is an argument of its own: those of all commands,
  /// and of commands that take a title.
  private static let flags: Set<String> = [
    "--archive", "--at-least", "--at-most", "--dark", "--json", "--no-target", "--now",
    "--overwrite", "--plain", "--separate", "--tomorrow", "--unarchive", "--with-title", "--yes",
  ]

  /// The words after the command that are neither options nor their values.
  ///
  /// - Parameter arguments: a command and its arguments.
  static func words(of arguments: [String]) -> [String] {
    arguments.indices.dropFirst().filter { isPlain(at: $0, in: arguments) }.map { arguments[$0] }
  }

  /// Joins such values to their options with `=`, and moves the first such argument, and the
  /// arguments after it, behind `--`.
  ///
  /// - Parameter arguments: a command and its arguments.
  static func marked(_ arguments: [String]) -> [String] {
    let arguments = joined(arguments)
    guard !arguments.contains("--"),
      let first = arguments.indices.dropFirst().first(where: { isDashed(at: $0, in: arguments) })
    else { return arguments }
    var options = Array(arguments[..<first])
    var words: [String] = []
    for place in arguments.indices[first...] {
      let word = arguments[place]
      let isWord = isDashed(at: place, in: arguments) || isPlain(at: place, in: arguments)
      if isWord { words.append(word) } else { options.append(word) }
    }
    return options + ["--"] + words
  }

  /// Writes `--note`, `- slept badly` as `--note=- slept badly`.
  ///
  /// Options that take whatever follows them (`.unconditional`) would do the same, but where a note
  /// was forgotten they would keep `--json` or `--yes` as one. So a word that can be an option stays
  /// one, and has to be joined by hand to be text.
  private static func joined(_ arguments: [String]) -> [String] {
    // What follows `--` belongs to nobody's option.
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var all: [String] = []
    for (place, word) in arguments.enumerated() {
      if place > 0, place < end, isValue(at: place, in: arguments), isText(word) {
        all[all.endIndex - 1] += "=\(word)"
      } else {
        all.append(word)
      }
    }
    return all
  }

  /// Whether a word begins with a dash, and cannot be meant as an option.
  private static func isText(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "--" else { return false }
    // No option's name contains a space.
    if word.prefix(while: { $0 != "=" }).contains(where: \.isWhitespace) { return true }
    return !word.hasPrefix("--") && !shortOptions.contains(word)
  }

  /// Whether the word begins with a dash and is neither an option nor the value of one.
  private static func isDashed(at place: Int, in arguments: [String]) -> Bool {
    let word = arguments[place]
    guard word.hasPrefix("-"), !word.hasPrefix("--"), !isValue(at: place, in: arguments) else {
      return false
    }
    let isShortOption = word.utf8.count == 2 && word.last?.isLetter == true
    return word.utf8.count > 1 && !isShortOption
  }

  private static func isPlain(at place: Int, in arguments: [String]) -> Bool {
    !arguments[place].hasPrefix("-") && !isValue(at: place, in: arguments)
  }

  /// Whether the word follows an option that takes a value.
  private static func isValue(at place: Int, in arguments: [String]) -> Bool {
    let before = arguments[place - 1]
    return before.hasPrefix("--") && !before.contains("=") && !flags.contains(before)
      && !before.contains(where: \.isWhitespace)
  }
}
