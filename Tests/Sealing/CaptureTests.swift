import Core
import Foundation
import Journals
import Testing

@testable import Sealing

/// Looks into what a server gets of real histories: those of earlier versions, with facts of every
/// module (`Tests/Compatibility`).
@Suite struct CaptureTests {
  private static let products = ["beebloom", "hobbyist", "sober", "streaks"]

  private static func history(of product: String) throws -> [FactRecord] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Compatibility/v1/\(product)/answers/export-format-json.json")
    var data = Array(try Data(contentsOf: folder))[...]
    var reader = ArchiveReader {
      defer { data = [] }
      return data
    }
    var facts: [FactRecord] = []
    while let page = try reader.next() { facts += page }
    return facts
  }

  /// Facts that these versions did not write, or wrote otherwise.
  private static let later: [(kind: String, payload: String)] = [
    (
      "tracking.days-imported",
      #"{"entries":[{"day":"2026-03-12","mark":"done","note":"With Grandmother"}],"habit":"00000000000000000000000000000007"}"#
    ),
    ("tracking.history-imported", #"{"habits":3,"source":"loop"}"#),
    ("tracking.import-undone", #"{"clock":116216084090880001,"device":9}"#),
    ("journaling.written", #""a text that is no object""#),
  ]

  private static func facts() throws -> [FactRecord] {
    var facts = try products.flatMap(history)
    for (number, fact) in later.enumerated() {
      facts.append(
        FactRecord(
          id: FactID(rawValue: UInt128(number)),
          stamp: FactRecord.example.stamp,
          kind: fact.kind,
          version: 1,
          entity: .example,
          payload: Array(fact.payload.utf8)
        )
      )
    }
    return facts
  }

  /// Texts within a fact's payload: titles, notes, days, ids, and the names of their members.
  private static func texts(in value: JSONValue) -> [String] {
    switch value {
    case .text(let text): [text]
    case .list(let values): values.flatMap(texts)
    case .object(let members): members.flatMap { [$0.key] + texts(in: $0.value) }
    default: []
    }
  }

  private static func secrets(of fact: FactRecord) throws -> Set<String> {
    var secrets = [fact.kind]
    secrets += fact.kind.split(separator: ".").map(String.init)
    if let entity = fact.entity { secrets.append(entity.description) }
    if let payload = fact.payload {
      secrets += texts(in: try JSON.decode(JSONValue.self, from: payload))
      secrets.append(String(decoding: payload, as: UTF8.self))
    }
    secrets.append(fact.payloadHash.description)
    // Shorter ones occur anywhere by chance.
    return Set(secrets.filter { $0.utf8.count >= 4 })
  }

  @Test func `the histories have facts of all modules that keep any`() throws {
    let modules = Set(try CaptureTests.facts().compactMap { $0.kind.split(separator: ".").first })
    #expect(
      modules == [
        "gamification", "journaling", "profile", "reminders", "sobriety", "streaks", "telemetry",
        "tracking",
      ]
    )
  }

  @Test func `nothing of kinds, entities, titles, notes and days is in what a server gets`() throws
  {
    let sealer = FactSealer(.of(seed: 1))
    let facts = try CaptureTests.facts()
    #expect(facts.count > 500)
    for fact in facts {
      let sealed = try sealer.seal(fact)
      let wire = try JSON.encode(sealed)
      for secret in try CaptureTests.secrets(of: fact) where !CaptureTests.isPublic(secret) {
        #expect(!contains(Array(secret.utf8), in: wire), "\(fact.kind): \(secret)")
      }
      guard fact.payload != nil else { continue }
      #expect(try sealer.open(FactRecord.travelled(sealed)).payload == fact.payload)
    }
  }

  /// Words of the form in which every fact travels, sealed or not.
  private static func isPublic(_ word: String) -> Bool {
    ["clock", "device", "entity", "kind", "payload", "payloadHash", "version"].contains(word)
  }

  /// Also within what is written in base 64: there, as it is, and as the bytes that it stands for.
  private func contains(_ secret: [UInt8], in wire: [UInt8]) -> Bool {
    let text = String(decoding: wire, as: UTF8.self)
    let needle = String(decoding: secret, as: UTF8.self)
    if text.contains(needle) { return true }
    return text.split(separator: "\"").contains { part in
      guard part.utf8.count >= 64, let data = Data(base64Encoded: String(part)) else {
        return false
      }
      return data.range(of: Data(secret)) != nil
    }
  }

  @Test func `the capture would notice a text`() {
    let wire = Array(
      #"{"payload":{"key":1,"sealed":"\#(Data("…… Read a book of poems before sleeping ……".utf8).base64EncodedString())"}}"#
        .utf8
    )
    #expect(contains(Array("poems".utf8), in: wire))
    #expect(contains(Array("sealed".utf8), in: wire))
    #expect(!contains(Array("prose".utf8), in: wire))
  }
}
