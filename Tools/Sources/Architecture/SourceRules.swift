/// The rules that apply to a single file.
public struct SourceRules: Sendable {
  public static let longestFile = 400

  private let text: SourceText
  private let layer: Layer

  public init(_ text: SourceText, layer: Layer) {
    self.text = text
    self.layer = layer
  }

  public var findings: [Finding] { length + unproven + impure + banned }

  private var length: [Finding] {
    guard text.lines.count > SourceRules.longestFile else { return [] }
    let message = """
      The file has \(text.lines.count) lines, and at most \(SourceRules.longestFile) are allowed: \
      move a type or an extension to a file of its own.
      """
    return [Finding(.length, text.path, SourceRules.longestFile + 1, message)]
  }

  private var unproven: [Finding] {
    find(
      .unproven,
      [
        "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast", "unsafeDowncast", "try!",
      ]
    ) { index, word in
      hasComment(about: index) ? nil : "Say in a comment directly above why \(word) is right here."
    }
  }

  private var impure: [Finding] {
    guard layer.isContract || layer.isDomain else { return [] }
    return find(.impure, ["Date()", "Task.sleep", "print("]) { _, word in
      "\(word) must not be in a contract or domain: read the time from the context, return words."
    }
  }

  private var banned: [Finding] {
    find(.banned, ["nonisolated(nonsending)"]) { _, word in
      "\(word) is miscompiled by Swift 6.3.1 with optimization: write it another way."
    }
  }

  private func find(
    _ rule: Rule,
    _ words: [String],
    _ message: (_ index: Int, _ word: String) -> String?
  ) -> [Finding] {
    var found: [Finding] = []
    for (index, line) in text.lines.enumerated() {
      for word in words where line.code.hasWord(word) {
        guard let message = message(index, word) else { continue }
        found.append(Finding(rule, text.path, index + 1, message))
      }
    }
    return found
  }

  /// Whether a comment is on the line or above it in the same paragraph.
  private func hasComment(about index: Int) -> Bool {
    for line in text.lines[...index].reversed() {
      if line.comment != nil { return true }
      if line.code.allSatisfy(\.isWhitespace) { return false }
    }
    return false
  }
}

extension Layer {
  fileprivate var isDomain: Bool { if case .domain = self { true } else { false } }
}

extension String {
  /// Whether `word` occurs here as a whole word and not as a member.
  fileprivate func hasWord(_ word: String) -> Bool {
    contains(word)
      && ranges(of: word).contains { range in
        guard range.lowerBound > startIndex else { return true }
        let before = self[index(before: range.lowerBound)]
        return !(before.isLetter || before.isNumber || before == "_" || before == ".")
          && !self[..<range.lowerBound].hasSuffix("func ")
      }
  }
}
