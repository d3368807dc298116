import Core
import Journals
import SyncSimulation
import Testing

@testable import Sync

/// How requests and answers are written, and what is not taken for one.
@Suite struct WireTests {
  private let boot = BootTime(boot: .max, milliseconds: 12)
  private let head = OrderHead(position: 7, digest: Digest.of([1, 2, 3]))
  private let largest = HybridTime(rawValue: .max)

  private func entry(_ number: Int, _ fact: FactRecord) -> SyncEntry {
    SyncEntry(
      author: laptop,
      number: number,
      fact: fact.id,
      isAlias: number == 2,
      position: number + 5,
      verdict: number == 2 ? .refused("late") : .taken(largest),
      received: noon,
      tag: .max,
      floor: largest
    )
  }

  private var held: HeldEntry {
    let skeleton = fact(1, about: walk).erased()
    let erasure = Erasure(
      fact: fact(2, about: walk, erases: true),
      made: boot,
      amended: .taken(largest)
    )
    return HeldEntry(
      entry: entry(1, skeleton),
      fact: skeleton,
      made: boot,
      amended: .refused("late"),
      erasure: erasure
    )
  }

  /// The text of what is read again from what is written of a request.
  private func read(_ request: SyncRequest) throws -> String {
    let call = SyncCall(request, wall: noon, boot: boot)
    return "\(try SyncWire.call(SyncWire.bytes(of: call)))"
  }

  private func text(_ request: SyncRequest) -> String {
    "\(SyncCall(request, wall: noon, boot: boot))"
  }

  @Test func `requests come back as they were`() throws {
    let first = PullRequest(author: phone, epoch: nil, after: .none, limit: 1)
    let later = PullRequest(
      author: DeviceID(rawValue: .max),
      epoch: SyncEpoch(rawValue: .max),
      after: head,
      limit: 500
    )
    let epoch = SyncEpoch(rawValue: 3)
    let items = [held, HeldEntry(2, fact(5))]
    let push = PushRequest(author: phone, epoch: epoch, items: items.map(PushRequest.Item.init))
    let offer = OfferRequest(author: phone, epoch: epoch, items: items.map(OfferRequest.Item.init))
    for request in [SyncRequest.pull(first), .pull(later), .push(push), .offer(offer)] {
      #expect(try read(request) == text(request))
    }
  }

  /// `Decodable` reads a push with a member that the usual one does not have.
  @Test func `a push reads the same in either way`() throws {
    let items = [
      HeldEntry(1, fact(1), made: boot), HeldEntry(2, fact(2).erased()),
      HeldEntry(3, fact(3, about: walk)),
    ]
    let push = PushRequest(
      author: DeviceID(rawValue: .max),
      epoch: SyncEpoch(rawValue: .max),
      items: items.map(PushRequest.Item.init)
    )
    for boot in [boot, nil] {
      let call = SyncCall(.push(push), wall: noon, boot: boot)
      let text = String(decoding: try SyncWire.bytes(of: call), as: UTF8.self)
      let unusual = text.replacing(#""number":2}"#, with: #""number":2,"erases":false}"#)
      #expect(unusual != text)
      let document = try ParsedJSON(Array(text.utf8))
      #expect(SyncCall(plainPush: document) != nil)
      #expect(SyncCall(plainPush: try ParsedJSON(Array(unusual.utf8))) == nil)
      #expect(try "\(SyncWire.call(Array(text.utf8)))" == "\(call)")
      #expect(try "\(SyncWire.call(Array(unusual.utf8)))" == "\(call)")
    }
  }

  private struct Verdicts: Encodable {
    let decided: [PushDecision]
    let now: Int64
    let `protocol` = SyncWire.name
  }

  @Test func `verdicts are written as an encoder writes them`() throws {
    let decisions = [
      PushDecision(verdict: .taken(largest), isAlias: true, received: noon),
      PushDecision(verdict: .refused("too \"late\""), isAlias: false, received: noon),
    ]
    let answer = SyncAnswer(.decided(decisions), now: noon)
    let encoded = try JSON.encode(Verdicts(decided: decisions, now: noon.milliseconds))
    #expect(try SyncWire.bytes(of: answer) == encoded)
  }

  @Test func `answers come back as they were`() throws {
    let (plain, eraser) = (fact(1), fact(2, about: walk, erases: true).erased())
    let items = [
      PullPage.Item(entry: entry(1, plain), fact: plain),
      PullPage.Item(entry: entry(2, eraser), fact: eraser),
    ]
    let page = PullPage(epoch: SyncEpoch(rawValue: 4), items: items, head: head)
    var signed = page
    signed.receipt = SyncReceipt(
      space: SpaceID(rawValue: .max),
      epoch: page.epoch,
      head: head,
      at: noon,
      signature: [0, 255, 16]
    )
    var shop = Shop()
    let decided = shop.push([HeldEntry(1, plain)])
    let bodies: [SyncAnswer.Body] = [
      .page(page), .page(signed), decided, .held, .gap(expected: 3), .fork(number: 2),
      .replaced(SyncEpoch(rawValue: .max)),
    ]
    for body in bodies {
      let answer = SyncAnswer(body, now: noon)
      #expect(try "\(SyncWire.answer(SyncWire.bytes(of: answer)))" == "\(answer)")
    }
  }

  // MARK: What is none

  @Test(arguments: [
    "", "{", "<html>", "[]", "null", "{}", #"{"protocol":"trellis-sync/2"}"#,
    #"{"protocol":7}"#, String(repeating: "[", count: 100_000),
  ])
  func `what is not of this protocol is foreign`(text: String) {
    #expect(throws: SyncWire.Fault.foreign) { try SyncWire.call(Array(text.utf8)) }
    #expect(throws: SyncWire.Fault.foreign) { try SyncWire.answer(Array(text.utf8)) }
  }

  @Test func `what is too long is not read`() {
    let long = [UInt8](repeating: 32, count: SyncLimits.documentBytes + 1)
    #expect(throws: SyncWire.Fault.tooLong) { try SyncWire.call(long) }
  }

  /// Writes a request, replaces a part of its text, and reads that.
  private func replacing(_ part: String, with other: String) throws {
    let items = [HeldEntry(1, fact(1), made: boot), HeldEntry(2, fact(2))]
    let push = PushRequest(
      author: phone,
      epoch: SyncEpoch(rawValue: 3),
      items: items.map(PushRequest.Item.init)
    )
    let bytes = try SyncWire.bytes(of: SyncCall(.push(push), wall: noon, boot: boot))
    let text = String(decoding: bytes, as: UTF8.self)
    let changed = text.split(separator: part, omittingEmptySubsequences: false)
    try #require(changed.count > 1, "there is no \(part) in \(text)")
    _ = try SyncWire.call(Array(changed.joined(separator: other).utf8))
  }

  @Test(arguments: [
    (#""number":1}"#, #""number":-1}"#), (#""number":2}"#, #""number":3}"#),
    (#""number":2}"#, #""number":1}"#), (#""number":2}"#, #""number":9007199254740993}"#),
    (#""milliseconds":12"#, #""milliseconds":-12"#),
    (#""milliseconds":12"#, #""milliseconds":9223372036854775807"#),
    (#""wall":1780000000000"#, #""wall":-9223372036854775808"#),
    (#""kind":"notes.written""#, #""kind":"sync.amended""#),
    (#""kind":"notes.written""#, "\"kind\":\"\(String(repeating: "k", count: 201))\""),
    // Its hash is another one.
    (#"{"number":1},"payloadHash"#, #"{"number":9},"payloadHash"#),
  ])
  func `what nobody could have written is malformed`(part: String, other: String) {
    do {
      try replacing(part, with: other)
      Issue.record("it was read")
    } catch SyncWire.Fault.malformed {
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `a request has at most 500 facts`() throws {
    func call(_ count: Int) throws -> SyncCall {
      let items = (1...count).map { PushRequest.Item(HeldEntry($0, fact($0, at: Int64($0)))) }
      let push = PushRequest(author: phone, epoch: SyncEpoch(rawValue: 1), items: items)
      let bytes = try SyncWire.bytes(of: SyncCall(.push(push), wall: noon, boot: nil))
      return try SyncWire.call(bytes)
    }
    #expect(throws: Never.self) { try call(500) }
    #expect(throws: SyncWire.Fault.self) { try call(501) }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `documents that are almost right crash nobody`(seed: UInt64) throws {
    var fuzz = try BodyFuzz(seed: seed)
    let report = try fuzz.run(1500)
    // Without those that can be read, nothing would have been tried.
    #expect(report.calls > 20)
    #expect(report.answers > 20)
    #expect(report.malformed > 100)
  }
}
