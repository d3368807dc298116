import TestKit
import Testing
import TrackingContract
import TrellisSDK

@testable import MQTT

@Suite struct BoardTests {
  private let topics = Topics(name: "home")
  private let first = HabitID(rawValue: 1)

  private func board(_ desk: Desk) throws -> Board {
    let days = try desk.reply(to: DaysOfHabits(from: Desk.today, to: Desk.today))
    return try Board(days, topics, product: "Sample")
  }

  private func text(_ board: Board, _ topic: String) -> String {
    String(decoding: board.topics[topic] ?? [], as: UTF8.self)
  }

  @Test func `a habit is a switch that Home Assistant finds on its own`() throws {
    let board = try board(Desk("Water “plants”"))
    #expect(board.topics.count == 4)
    #expect(text(board, "trellis/home/status") == "online")
    #expect(text(board, "trellis/home/\(first)/state") == "OFF")
    let announced = text(board, "homeassistant/switch/home/\(first)/config")
    for member in [
      #""name":"Water “plants”""#, #""unique_id":"home_\#(first)""#,
      #""command_topic":"trellis/home/\#(first)/set""#,
      #""state_topic":"trellis/home/\#(first)/state""#,
      #""availability_topic":"trellis/home/status""#, #""identifiers":["home"]"#,
    ] { #expect(announced.contains(member), "\(member) in \(announced)") }
  }

  @Test func `what is measured, and what is due, stands beside it`() throws {
    let desk = Desk("Read")
    desk.change {
      $0.target = Target(amount: Amount(20), unit: "pages")
      $0.value = Amount(12)
    }
    let attributes = text(try board(desk), "trellis/home/\(first)/attributes")
    #expect(
      attributes
        == #"{"day":"2024-10-04","due":true,"status":"open","target":20,"unit":"pages","value":12}"#
    )
  }

  @Test func `only what is new is published, and what is gone is taken back`() throws {
    let desk = Desk("Read", "Run")
    let before = try board(desk)
    #expect(before.changes(since: [:]).count == 7)
    #expect(before.changes(since: before.topics).isEmpty)
    desk.change { $0.done.insert(self.first) }
    let changes = try board(desk).changes(since: before.topics)
    #expect(
      changes.map(\.topic) == ["trellis/home/\(first)/attributes", "trellis/home/\(first)/state"]
    )
    desk.change { $0.titles[self.first] = nil }
    let gone = try board(desk).changes(since: before.topics)
    #expect(gone.count == 3 && gone.allSatisfy { $0.payload.isEmpty })
    // Once.
    var known = before.topics
    for change in gone { known[change.topic] = change.payload }
    #expect(try board(desk).changes(since: known).isEmpty)
  }

  private func order(_ payload: String, kept: Bool = false, topic: String? = nil) -> Order? {
    let message = IncomingPacket.Message(
      topic: topic ?? topics.command(of: first),
      payload: Array(payload.utf8),
      isKept: kept,
      id: 1
    )
    return Order(message, topics)
  }

  @Test func `orders are ON and OFF of this Trellis, and no old ones`() {
    #expect(order("ON")?.isOn == true)
    #expect(order("off")?.isOn == false)
    #expect(order("TOGGLE") == nil)
    #expect(order("ON", kept: true) == nil)
    #expect(order("ON", topic: "trellis/other/\(first)/set") == nil)
    #expect(order("ON", topic: "trellis/home/none/set") == nil)
    #expect(order("ON", topic: topics.state(of: first)) == nil)
  }

  @Test func `an order marks today once, and fills up what is measured`() async throws {
    let desk = Desk("Read")
    func carryOut(_ payload: String) async throws {
      let sent = try #require(order(payload))
      _ = try await desk.run { try sent.run(in: $0) }
    }
    try await carryOut("ON")
    try await carryOut("ON")
    try await carryOut("OFF")
    try await carryOut("OFF")
    desk.change {
      $0.target = Target(amount: Amount(20), unit: "pages")
      $0.value = Amount(12)
    }
    try await carryOut("ON")
    let sent = desk.contents.withLock { $0.sent }
    #expect(sent.map(\.mark) == [.done, .open, .done])
    #expect(sent.map(\.value) == [nil, nil, Amount(20)])
  }
}
