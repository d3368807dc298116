import Foundation

/// The event stream of Swift Testing: one JSON record per line, for tests and for events.
///
/// The format is described in the project swift-testing, Documentation/ABI/JSON.md.
public struct EventStream: Sendable {
  /// The tests in the order in which they were discovered.
  public private(set) var results: [TestResult] = []

  fileprivate struct Record: Decodable {
    let kind: String
    let payload: Payload
  }

  fileprivate struct Payload: Decodable {
    let kind: String
    let name: String?
    let displayName: String?
    let id: String?
    let testID: String?
    let issue: Issue?
    let messages: [Message]?

    struct Issue: Decodable {
      let isKnown: Bool?
      let isFailure: Bool?
      let severity: String?
    }

    struct Message: Decodable { let text: String }

    var isFailure: Bool {
      guard let issue, issue.isKnown != true else { return false }
      return issue.isFailure ?? (issue.severity != "warning")
    }

    var words: String { (messages ?? []).map(\.text).joined(separator: " ") }
  }

  fileprivate struct Run {
    let name: String
    var outcome: TestResult.Outcome?
    var messages: [String] = []
  }

  public init(_ text: String) throws {
    let decoder = JSONDecoder()
    var order: [String] = []
    var runs: [String: Run] = [:]
    for line in text.split(separator: "\n") {
      guard let record = try? decoder.decode(Record.self, from: Data(line.utf8)) else { continue }
      let payload = record.payload
      if record.kind == "test", payload.kind == "function", let id = payload.id {
        guard runs[id] == nil else { continue }
        order.append(id)
        runs[id] = Run(name: payload.displayName ?? Self.spoken(payload.name ?? id))
      } else if record.kind == "event", let id = payload.testID {
        runs[id]?.follow(payload)
      }
    }
    results = order.compactMap { runs[$0]?.result }
  }

  /// A function's name as a sentence, without its backticks and parameters.
  private static func spoken(_ name: String) -> String {
    guard name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`") else { return name }
    return String(name[name.index(after: name.startIndex)..<end])
  }
}

extension EventStream.Run {
  fileprivate mutating func follow(_ event: EventStream.Payload) {
    switch event.kind {
    case "issueRecorded" where event.isFailure:
      outcome = .failed
      messages.append(event.words)
    case "testSkipped":
      outcome = outcome ?? .skipped
      messages.append(event.words)
    case "testEnded": outcome = outcome ?? .passed
    default: break
    }
  }

  /// A test that started and never ended, because the process crashed, has failed.
  fileprivate var result: TestResult {
    TestResult(
      id: TestName.ids(in: name),
      name: name,
      result: outcome ?? .failed,
      message: outcome == nil ? "It did not run to its end." : messages.first
    )
  }
}
