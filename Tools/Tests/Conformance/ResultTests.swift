import Conformance
import Testing

@Suite struct ResultTests {
  @Test(arguments: [
    ("K-4 one missed day", ["K-4"]), ("W-06, W-08: all done", ["W-06", "W-08"]),
    ("S-T1 the moment of marking", ["S-T1"]), ("one missed day", []), ("A-B test", []),
  ])
  func `a test's name begins with its ids`(name: String, ids: [String]) {
    #expect(TestName.ids(in: name) == ids)
  }

  @Test func `a results file has a result a line`() throws {
    let text = #"""
      {"id": ["H-07"], "name": "the dashboard", "result": "passed"}
      {"id": ["H-07", "H-08"], "name": "a tap", "result": "failed", "message": "no answer"}
      """#
    let results = try TestResult.read(text, from: "browser.jsonl")
    #expect(results.map(\.result) == [.passed, .failed])
    #expect(results[1].id == ["H-07", "H-08"])
    #expect(throws: ToolError.self) { try TestResult.read("{}", from: "browser.jsonl") }
  }

  @Test func `events give each test's outcome`() throws {
    let stream = try EventStream(
      [
        test("a", "K-1 counts"), test("b", "K-2 draws"), test("c", "K-3 cheers"),
        test("d", "K-4 protects"),
        event("testEnded", "a"), event("issueRecorded", "b", failure: true),
        event("testEnded", "b"), event("testSkipped", "c"),
      ]
      .joined(separator: "\n")
    )
    #expect(stream.results.map(\.result) == [.passed, .failed, .skipped, .failed])
    #expect(stream.results[0].id == ["K-1"])
    #expect(stream.results[3].message == "It did not run to its end.")
  }

  private func test(_ id: String, _ name: String) -> String {
    #"{"kind":"test","payload":{"kind":"function","id":"\#(id)","name":"`\#(name)`()"},"version":0}"#
  }

  private func event(_ kind: String, _ id: String, failure: Bool = false) -> String {
    let issue = failure ? #","issue":{"isKnown":false}"# : ""
    return
      #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)"\#(issue),"messages":[]},"version":0}"#
  }
}
