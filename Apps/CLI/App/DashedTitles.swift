import Core

/// Lets words that begin with a dash be arguments, such as the title `-dash` or the day `-2`.
///
/// No command has joined short options, so such a word is an option only if it is one letter.
enum DashedTitles {
  /// Options that take no value, after which a word is an argument of its own.
  private static let flags: Set<String> = ["--json", "--plain"]

  /// Moves the first such word, and the arguments after it, behind `--`.
  ///
  /// - Parameter arguments: a command and its arguments.
  static func marked(_ arguments: [String]) -> [String] {
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
  }
}
