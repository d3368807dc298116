import Core
import Journals

/// The form in which requests and answers travel: one JSON document each.
///
/// What arrives is checked here as far as possible without a state, so that neither side computes
/// with numbers that it could not have written.
public enum SyncWire {
  /// Names the protocol and its version in every document.
  public static let name = "trellis-sync/1"

  /// Why bytes are not a document of this protocol.
  public enum Fault: Error, Equatable, Sendable {
    /// Longer than ``SyncLimits/documentBytes``.
    case tooLong
    /// Something else, such as the page of a proxy, or another version.
    case foreign
    /// A document of this protocol with an error, at this place.
    case malformed(String)
  }

  public static func bytes(of call: SyncCall) throws -> [UInt8] {
    try JSON.encode(CallDocument(call: call))
  }

  public static func bytes(of answer: SyncAnswer) throws -> [UInt8] {
    if let verdicts = answer.plainVerdicts { return verdicts }
    return try JSON.encode(AnswerDocument(answer: answer))
  }

  public static func call(_ bytes: [UInt8]) throws(Fault) -> SyncCall {
    let document = try document(bytes)
    if let push = SyncCall(plainPush: document) { return push }
    return try decode(CallDocument.self, document).call
  }

  public static func answer(_ bytes: [UInt8]) throws(Fault) -> SyncAnswer {
    try decode(AnswerDocument.self, document(bytes)).answer
  }

  /// A document of this protocol and version.
  private static func document(_ bytes: [UInt8]) throws(Fault) -> ParsedJSON {
    guard bytes.count <= SyncLimits.documentBytes else { throw .tooLong }
    guard let document = try? ParsedJSON(bytes), document["protocol"]?.text == name else {
      throw .foreign
    }
    return document
  }

  private static func decode<T: Decodable>(
    _ type: T.Type,
    _ document: ParsedJSON
  ) throws(Fault) -> T {
    do {
      return try document.decode(type)
    } catch {
      throw .malformed("\(error)")
    }
  }
}

private struct CallDocument: Codable {
  let call: SyncCall

  init(call: SyncCall) { self.call = call }

  private enum CodingKeys: String, CodingKey { case boot, offer, `protocol`, pull, push, wall }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(SyncWire.name, forKey: .protocol)
    try members.encode(call.wall.milliseconds, forKey: .wall)
    try members.encodeIfPresent(call.boot, forKey: .boot)
    switch call.request {
    case .pull(let request): try members.encode(request, forKey: .pull)
    case .push(let request): try members.encode(request, forKey: .push)
    case .offer(let request): try members.encode(request, forKey: .offer)
    }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let request: SyncRequest
    if members.contains(.pull) {
      request = .pull(try members.decode(PullRequest.self, forKey: .pull))
    } else if members.contains(.push) {
      request = .push(try members.decode(PushRequest.self, forKey: .push))
    } else {
      request = .offer(try members.decode(OfferRequest.self, forKey: .offer))
    }
    call = SyncCall(
      request,
      wall: try members.decodeInstant(forKey: .wall),
      boot: try members.decodeIfPresent(BootTime.self, forKey: .boot)
    )
  }
}

private struct AnswerDocument: Codable {
  let answer: SyncAnswer

  init(answer: SyncAnswer) { self.answer = answer }

  private enum CodingKeys: String, CodingKey {
    case decided, fork, gap, held, now, page, `protocol`, replaced
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(SyncWire.name, forKey: .protocol)
    try members.encode(answer.now.milliseconds, forKey: .now)
    switch answer.body {
    case .page(let page): try members.encode(page, forKey: .page)
    case .decided(let decisions): try members.encode(decisions, forKey: .decided)
    case .held: try members.encode(true, forKey: .held)
    case .gap(let expected): try members.encode(expected, forKey: .gap)
    case .fork(let number): try members.encode(number, forKey: .fork)
    case .replaced(let epoch): try members.encode(epoch.rawValue, forKey: .replaced)
    }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    answer = SyncAnswer(
      try AnswerDocument.body(members),
      now: try members.decodeInstant(forKey: .now)
    )
  }

  private static func body(
    _ members: KeyedDecodingContainer<CodingKeys>
  ) throws -> SyncAnswer.Body {
    if members.contains(.page) { return .page(try members.decode(PullPage.self, forKey: .page)) }
    if members.contains(.decided) {
      return .decided(try members.decodeList([PushDecision].self, forKey: .decided))
    }
    if members.contains(.gap) { return .gap(expected: try members.decodeCount(forKey: .gap)) }
    if members.contains(.fork) { return .fork(number: try members.decodeCount(forKey: .fork)) }
    if members.contains(.replaced) {
      return .replaced(SyncEpoch(rawValue: try members.decode(UInt64.self, forKey: .replaced)))
    }
    _ = try members.decode(Bool.self, forKey: .held)
    return .held
  }
}
