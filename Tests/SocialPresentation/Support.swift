import Commands
import Core
import Foundation
import Presentation
import SocialContract
import StreaksContract
import Terminal
import Testing
import TestKit
import TrackingContract

/// Saturday, 2026-11-21.
let today = Day(number: 20_778)

/// A space that returns prepared replies and records requests.
final class Answers: StubbedSpace, @unchecked Sendable {
  struct Missing: Error { let name: String }

  private let replies: [String: any Sendable]
  // Not synchronized, since tests send one request at a time.
  private(set) var asked: [any Request] = []

  init(_ replies: [String: any Sendable]) { self.replies = replies }

  func reply<R: Request>(to request: R) throws -> R.Reply {
    asked.append(request)
    guard let reply = replies[R.name] as? R.Reply else { throw Missing(name: R.name) }
    return reply
  }

  func answers<Q: Query>(_ query: Q.Type) -> Bool { replies[Q.name] != nil }

  var composed: ComposeShareCard? { asked.compactMap { $0 as? ComposeShareCard }.last }
}

func context(
  _ answers: Answers,
  keeping modules: [any Module.Type],
  _ format: OutputFormat = .text
) throws -> CommandContext {
  CommandContext(
    product: Product(
      name: "sample",
      title: "Sample",
      summary: "",
      modules: modules,
      policies: Policies(),
      voice: Voice(),
      theme: .standard
    ),
    settings: [],
    now: Instant(seconds: Int64(today.number) * 86_400 + 43_200),
    calendar: LocalCalendar(zone: .utc),
    screen: Screen(.file),
    format: format,
    space: answers
  )
}

func streak(_ id: UInt128, _ title: String) -> HabitStreak {
  HabitStreak(
    habit: .init(rawValue: id),
    title: title,
    unit: .day,
    current: 30,
    best: 30,
    atRisk: false,
    isProtectedNow: false,
    adjusted: 30,
    score: 100,
    strength: 1,
    protectedDays: [],
    currentFrom: nil
  )
}

func milestoneCard(_ title: String? = nil) -> ShareCard {
  ShareCard(
    kind: .milestone,
    subject: .habit,
    title: title,
    headline: ShareFigure(.milestone, 30, .day),
    day: today
  )
}

/// A temporary folder that is deleted with the test.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("share-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
}

/// A module that declares the share card query, which contexts check for.
enum Sharing: Module {
  typealias State = NoState
  static let manifest = Manifest(
    name: "social",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [ComposeShareCard.self]
  )
  static func register(in host: inout some ModuleHost<NoState>) {}
}

struct NoState: ModuleState {
  static let foldVersion = 1
  init() {}
  init(from reader: inout ByteReader) throws {}
  func write(to writer: inout ByteWriter) {}
}
