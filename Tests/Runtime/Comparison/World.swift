import Core
import Engine
import EngineDriving
import Journals
import TestKit

/// A program with one space, driven from the loop or by hand.
protocol World: AnyObject {
  var journal: MemoryJournal { get }
  var clock: ManualClock { get }
  /// What was published to observers, in order.
  var told: [String] { get }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply>
  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply
  func run(_ amounts: [Int]) async throws -> Outcome<Int>
  /// Submits all of them before any is answered.
  func burst(_ amounts: [Int]) async -> [Result<Outcome<Int>, any Error>]
  func merge(_ facts: [FactRecord]) async throws -> Outcome<Int>
  func refresh() async throws
  func handleDueAlarms() async throws -> Instant?
  func restart(seed: UInt64) async throws
  /// Every module's state; nil while the space is not open.
  func stateBytes() async -> [UInt8]?
}

/// The modules that both worlds run: cascades, reactions, alarms, failures and a calendar.
let comparedModules: [any Module.Type] = [
  WitnessModule.self, TallyModule.self, EchoModule.self, FaultyModule.self, CheerModule.self,
  AlarmModule.self, BellModule.self, HourlyModule.self, WeekModule.self, SulkingModule.self,
  HeraldModule.self,
]

extension World {
  /// Performs a step, and returns a textual result that can be compared.
  func perform(_ step: History.Step) async -> [String] {
    do {
      return try await answer(to: step)
    } catch {
      return ["\(error)"]
    }
  }

  private func answer(to step: History.Step) async throws -> [String] {
    switch step {
    case .add(let amount): return words(try await send(AddTally(amount: amount)))
    case .run(let amounts): return words(try await run(amounts))
    case .burst(let amounts):
      return await burst(amounts).flatMap { result in
        switch result {
        case .success(let outcome): words(outcome)
        case .failure(let error): ["\(error)"]
        }
      }
    case .importing(let amounts): return words(try await send(ImportTallies(amounts: amounts)))
    case .moveWeek(let start): return words(try await send(MoveWeek(start: start)))
    case .proclaim(let text): return words(try await send(Proclaim(text: text)))
    case .misremember: return words(try await send(Misremember()))
    case .merge(let facts): return words(try await merge(facts))
    case .ask: return try await answers()
    case .elsewhere(let fact, let hasReceivers):
      let head = try journal.read(space, after: 0, limit: 0).head
      _ = try journal.append([AppendRequest(space: space, after: head, facts: [fact])])
      if hasReceivers { try await refresh() }
      return ["\(head)"]
    case .wait(let seconds):
      clock.set(clock.now().advanced(bySeconds: seconds))
      return []
    case .wake: return ["\(String(describing: try await handleDueAlarms()))"]
    case .restart(let seed):
      try await restart(seed: seed)
      return []
    }
  }

  private func words<Reply>(_ outcome: Outcome<Reply>) -> [String] {
    ["\(outcome.reply)"] + outcome.signals.map { "\($0)" }
  }

  private func answers() async throws -> [String] {
    [
      "\(try await ask(TallyTotal()))", "\(try await ask(EchoCount()))",
      "\(try await ask(CheerCount()))", "\(try await ask(WakeCount()))",
      "\(try await ask(WitnessNotes()))",
    ]
  }
}
