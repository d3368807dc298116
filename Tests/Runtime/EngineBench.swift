import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import TestKit

/// One engine that a test drives manually, call by call.
final class EngineBench {
  let bus = LocalBus()
  let driver: EngineDriver
  /// The answers, in order.
  private(set) var answers: [String] = []

  var engine: SpaceEngine { driver.engine }
  let journal: MemoryJournal

  init(
    _ modules: [any Module.Type] = [TallyModule.self],
    clock: any WallClock = FixedClock(noon),
    journal: MemoryJournal = MemoryJournal()
  ) throws {
    self.journal = journal
    driver = EngineDriver(
      space: space,
      modules: try ModuleSet(modules, on: bus),
      environment: EngineEnvironment(
        clock: clock,
        device: DeviceID(rawValue: 1),
        random: SplitMix64(seed: 1)
      ),
      journal: journal
    )
  }

  /// Submits a command to the engine and leaves the rest to the test.
  func submit<C: Command>(
    _ command: C,
    ticket: CommandTicket? = nil,
    then next: @escaping () -> Void = {}
  ) {
    let operation = SendOperation(command, by: .owner) { [unowned self] result in
      note(result.map(\.reply))
      next()
    }
    operation.ticket = ticket
    engine.submit(operation)
  }

  func submit<Q: Query>(_ query: Q, then next: @escaping () -> Void = {}) {
    engine.submit(
      AskOperation(query, by: .owner) { [unowned self] result in
        note(result)
        next()
      }
    )
  }

  func submit(_ alarm: Alarm) {
    engine.submit(WakeOperation(alarm) { [unowned self] in note($0.map { "woken" }) })
  }

  private func note<T>(_ result: Result<T, any Error>) {
    switch result {
    case .success(let value): answers.append("\(value)")
    case .failure(let error): answers.append("\(error)")
    }
  }

  /// Executes a command to its end.
  @discardableResult
  func send<C: Command>(_ command: C) throws -> Outcome<C.Reply> {
    try driver.perform { SendOperation(command, by: .owner, $0) }
  }

  func ask<Q: Query>(_ query: Q) throws -> Q.Reply {
    try driver.perform { AskOperation(query, by: .owner, $0) }
  }

  /// Another program, with only the tally module, writes a fact after the last one.
  func writeElsewhere(_ amount: Int, at instant: Instant = noon) throws {
    let head = try journal.read(space, after: 0, limit: 0).head
    let fact = foreign(
      #"{"amount":\#(amount)}"#,
      id: UInt128(1000 + head),
      at: instant,
      device: 1
    )
    _ = try journal.append([AppendRequest(space: space, after: head, facts: [fact])])
  }
}
