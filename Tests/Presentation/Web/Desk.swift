import Core
import Locks
import Pages
import Presentation
import TestKit
import TrackingContract

@testable import TrackingPresentation

/// A space that replies by rules and records requests.
final class Desk: StubbedSpace {
  /// The reply to a request, given the number of earlier requests of that name.
  typealias Rule = @Sendable (any Sendable, Int) throws -> any Sendable

  private let rules: [String: Rule]
  private let signals: [any Signal]
  private let log = Locked<[(name: String, request: any Sendable)]>([])

  /// - Parameters:
  ///   - rules: The rules, by the name of the request.
  ///   - signals: The signals that each command emits.
  init(_ rules: [String: Rule], signals: [any Signal] = []) {
    self.rules = rules
    self.signals = signals
  }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    Outcome(reply: try reply(to: command), signals: signals)
  }

  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    Outcome(reply: try body(Counter(desk: self)), signals: signals)
  }

  /// What happens at the desk in one step.
  private struct Counter: SpaceScope {
    let desk: Desk

    var principal: Principal { desk.principal }

    func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try desk.reply(to: query) }
    func send<C: Command>(_ command: C) throws -> C.Reply { try desk.reply(to: command) }
    func answers<Q: Query>(_ query: Q.Type) -> Bool { desk.answers(query) }
  }

  /// Returns the commands of a type, in order.
  func orders<C: Command>(_ type: C.Type) -> [C] {
    log.withLock { $0.compactMap { $0.request as? C } }
  }

  /// Returns the number of queries of a type.
  func questions<Q: Query>(_ type: Q.Type) -> Int {
    log.withLock { $0.count { $0.name == Q.name } }
  }

  func answers<Q: Query>(_ query: Q.Type) -> Bool { rules[Q.name] != nil }

  func reply<R: Request>(to request: R) throws -> R.Reply {
    let count = log.withLock { entries in
      let count = entries.count { $0.name == R.name }
      entries.append((R.name, request))
      return count
    }
    guard let reply = try rules[R.name]?(request, count) as? R.Reply else {
      throw Answers.Missing(name: R.name)
    }
    return reply
  }
}

extension Samples {
  static let token = "a-token"

  /// Returns a request for a page of this test's modules.
  static func request(
    _ context: PageContext,
    _ presentations: [any PagePresentation.Type] = [TrackingPresentation.self],
    path: String = "/today",
    parameters: [String: String] = [:],
    query: [String: String] = [:],
    putOff: Set<String> = []
  ) -> PageRequest {
    PageRequest(
      context: context,
      parameters: parameters,
      query: query,
      path: path,
      putOff: putOff,
      contributions: Contributions(presentations, for: context.product),
      protection: FormProtection(token: token)
    )
  }

  static func context(
    policies: Policies = Policies(),
    modules: [any Module.Type] = [AllModules.self],
    _ space: any SpaceClient
  ) throws -> PageContext {
    let plain = try pageContext(policies: policies, modules: modules)
    return PageContext(
      product: plain.product,
      settings: [],
      now: plain.now,
      calendar: plain.calendar,
      space: space
    )
  }

  /// Returns the state of a habit's day, before or after a check.
  static func state(_ habit: Habit, _ entry: Entry, on day: Day = today) -> CheckState {
    CheckState(
      habit: habit,
      day: day,
      entry: entry,
      status: DayStatus(entry, target: habit.details.target),
      target: habit.details.target
    )
  }
}

extension String {
  /// Returns the part from the first `start` to the next `end`, both included.
  func piece(from start: String, to end: String) -> String? {
    guard let from = firstRange(of: start), let to = self[from.lowerBound...].firstRange(of: end)
    else {
      return nil
    }
    return String(self[from.lowerBound..<to.upperBound])
  }

  func occurrences(of text: String) -> Int { ranges(of: text).count }
}
