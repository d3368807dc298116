/// Why a file of another program could not be read, worded for the user who chose it.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's name without its folder.
  public let file: String
  /// The place in the file: a line, a table, a habit; nil for the whole file.
  public let place: String?
  /// The problem, as a sentence without its full stop.
  public let problem: String

  public init(file: String, place: String? = nil, problem: String) {
    self.file = file
    self.place = place
    self.problem = problem
  }

  public var description: String {
    let location = place.map { "\(file), \($0)" } ?? file
    return FormatError.printable("\(location): \(problem). Nothing was imported.")
  }

  /// Replaces control characters, so that a foreign file cannot send sequences to a terminal.
  private static func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}

/// Returns foreign text quoted and shortened, for use within a sentence.
func quoted(_ text: some StringProtocol) -> String {
  // One character may have any number of marks, so that its scalars are bounded too.
  let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(240)))
  let isWhole = start.utf8.count == text.utf8.count && start.count <= 60
  return isWhole ? "'\(start)'" : "'\(start.prefix(59))…'"
}
