/// Guesses which word the user meant to type.
public enum SpellingSuggestion {
  /// Returns the word nearest to `typed` if it is close enough to be meant.
  ///
  /// Close enough is at most one typing error in short words and two in longer ones.
  public static func nearest(to typed: String, in words: [String]) -> String? {
    let typed = Array(typed.lowercased())
    // Any letter is one replacement away from any other.
    let most = typed.count < 2 ? 0 : typed.count <= 4 ? 1 : 2
    let distances = words.compactMap { word -> (String, Int)? in
      let letters = Array(word.lowercased())
      // Each letter more or less is an error; comparing a text of any length would take long.
      guard abs(letters.count - typed.count) <= most else { return nil }
      return (word, distance(typed, letters))
    }
    guard let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= most else { return nil }
    return best.0
  }

  /// The number of insertions, deletions, replacements and swaps of neighbors from `a` to `b`.
  ///
  /// Source: optimal string alignment, after Damerau, "A technique for computer detection and
  /// correction of spelling errors", 1964.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, row[j] + 1, rows[i][j + 1] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
