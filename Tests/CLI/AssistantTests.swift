import Driver
import Foundation
import Testing

/// What an assistant's program sends by the Model Context Protocol, line by line.
@Suite struct AssistantTests {
  /// The answers to lines, in their order.
  private func answers(_ lines: String..., options: String...) throws -> [[String: Any]] {
    let person = try Person()
    try person.ask("add", "Read")
    let outcome = try person.run(
      ["mcp"] + options,
      input: lines.joined(separator: "\n")
    )
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  private func code(_ answer: [String: Any]) -> Int? { answer.part("error").number("code") }

  @Test func `what is no call is refused by the codes of JSON-RPC, and the next one is answered`()
    throws
  {
    let answers = try answers(
      "garbage",
      "[1]",
      #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"resources/list"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"nothing"}}"#,
      #"{"jsonrpc":"2.0","id":"five","method":"ping"}"#
    )
    #expect(answers.map(code) == [-32_700, -32_600, -32_600, -32_602, -32_601, -32_602, nil])
    #expect(answers.last?.text("id") == "five")
    #expect(answers.last?["result"] != nil)
  }

  @Test func `a version that both know is spoken, else the newest one from here`() throws {
    let answers = try answers(
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#
    )
    let versions = answers.map { $0.part("result").text("protocolVersion") }
    #expect(versions == ["2024-11-05", "2025-06-18"])
  }

  @Test func `fields that are wrong are told to the assistant, which can do better`() throws {
    let call =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tracking_set-check","#
    let answers = try answers(
      call + #""arguments":{"habit":"x","mark":"done"}}}"#,
      call + #""arguments":[]}}"#,
      options: "--allow-changes"
    )
    for answer in answers {
      let result = answer.part("result")
      #expect(result.flag("isError") == true)
      #expect(result.items("content").first?.text("text")?.isEmpty == false)
    }
    #expect(answers.count == 2)
  }
}
