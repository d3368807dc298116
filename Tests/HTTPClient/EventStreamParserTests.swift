import Core
import Testing

@testable import HTTPClient

struct EventStreamParserTests {
  private func events(_ text: String, limit: Int = 1000) throws -> [ServerSentEvent] {
    var parser = EventStreamParser(limit: limit)
    return try Array(text.utf8).withUnsafeBytes { try parser.add($0) }
  }

  // The examples of WHATWG HTML, 9.2.6.
  @Test func `the examples of the standard are read as it says`() throws {
    #expect(try events("data: YHOO\ndata: +2\ndata: 10\n\n") == [.init(data: "YHOO\n+2\n10")])
    let blocks = """
      : test stream

      data: first event
      id: 1

      data:second event
      id

      data:  third event


      """
    #expect(
      try events(blocks) == [
        .init(data: "first event", lastID: "1"), .init(data: "second event"),
        .init(data: " third event"),
      ]
    )
    #expect(try events("data\n\ndata\ndata\n\ndata:") == [.init(data: ""), .init(data: "\n")])
    #expect(
      try events("data:test\n\ndata: test\n\n") == [.init(data: "test"), .init(data: "test")]
    )
  }

  @Test func `fields have their meaning, and others none`() throws {
    #expect(
      try events("event: head\ndata: 1\n\ndata: 2\n\n") == [
        .init(type: "head", data: "1"), .init(data: "2"),
      ]
    )
    #expect(try events("id: a\u{0}b\ndata: 1\n\n") == [.init(data: "1")])
    #expect(try events("Data: 1\ndate: 2\n data: 3\n\n").isEmpty)
    #expect(try events("event: lonely\n\n").isEmpty)
    #expect(try events("\u{FEFF}data: 1\n\n\u{FEFF}data: 2\n\n") == [.init(data: "1")])
    #expect(try events("retry: 25\ndata: 1\nretry: x\n\n") == [.init(data: "1")])
  }

  @Test func `lines may end in three ways, and pieces anywhere`() throws {
    let text = "id: 7\r\nevent: a\r\ndata: é1\r\rdata: 2\n\n:\r\n\r\ndata: 3\r\n\r\n"
    let expected = [
      ServerSentEvent(type: "a", data: "é1", lastID: "7"), .init(data: "2", lastID: "7"),
      .init(data: "3", lastID: "7"),
    ]
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var parser = EventStreamParser(limit: 1000)
        var events: [ServerSentEvent] = []
        for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] {
          events += try Array(piece).withUnsafeBytes { try parser.add($0) }
        }
        #expect(events == expected, "\(first) \(second)")
      }
    }
  }

  @Test func `neither a line nor an event grows beyond the limit`() {
    #expect(throws: EventStreamParser.TooLarge.self) { try events("data: 123456789", limit: 10) }
    #expect(throws: EventStreamParser.TooLarge.self) {
      try events(String(repeating: "data: 1\n", count: 20), limit: 10)
    }
    #expect(throws: Never.self) {
      try events(String(repeating: "data: 1\n\n", count: 20), limit: 10)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `any bytes are a stream`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = ["data", "id", "event", ":", " ", "\n", "\r", "\u{0}", "x", "é", "\u{FEFF}"]
    let text = (0..<100).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    for event in try events(text) { #expect(!event.data.contains("\r")) }
  }
}
