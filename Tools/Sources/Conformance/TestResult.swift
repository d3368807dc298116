import Foundation

/// The result of one test, which is a line of a results file.
public struct TestResult: Codable, Sendable, Equatable {
  /// The requirements that the test verifies.
  public let id: [String]
  public let name: String
  public let result: Outcome
  /// Why the test failed or was skipped.
  public let message: String?

  public enum Outcome: String, Codable, Sendable {
    case passed, failed, skipped
  }

  public init(id: [String], name: String, result: Outcome, message: String? = nil) {
    (self.id, self.name, self.result, self.message) = (id, name, result, message)
  }

  /// Parses a results file: one JSON object per line.
  public static func read(_ text: String, from file: String) throws -> [TestResult] {
    let decoder = JSONDecoder()
    return try text.split(separator: "\n").enumerated().map { number, line in
      do {
        return try decoder.decode(TestResult.self, from: Data(line.utf8))
      } catch {
        throw ToolError("Line \(number + 1) of \(file) is not a result: \(line.prefix(80))")
      }
    }
  }
}
