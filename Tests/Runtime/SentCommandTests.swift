import Core
import EventDispatch
import TestKit
import Testing

/// What a decision sends to other modules.
@Suite struct SentCommandTests {
  @Test func `a command that a decision sends is stored with it, after it`() throws {
    let harness = Harness(TallyModule.self, PurseModule.self)
    try harness.when(Earn(amount: 4))
    #expect(names(harness) == ["purse.earned", "tally.tallied"])
    #expect(try harness.ask(TallyTotal()) == 4)
    #expect(try harness.ask(PurseTotal()) == 4)
  }

  @Test func `an alarm sends commands too, and other modules react to them`() throws {
    let harness = Harness(TallyModule.self, PurseModule.self, CheerModule.self)
    try harness.wake("payday")
    #expect(names(harness) == ["purse.earned", "tally.tallied", "cheer.cheered"])
  }

  @Test func `a command that is refused is reported, and what was decided remains`() throws {
    let harness = Harness(TallyModule.self, PurseModule.self)
    let error = #expect(throws: RefusedByTally.self) {
      do { try harness.when(Earn(amount: -9)) } catch { throw RefusedByTally("\(error)") }
    }
    #expect(error?.words == "purse sent tally.add, which was refused: Add something.")
    #expect(names(harness) == ["purse.earned"])
    #expect(try harness.ask(PurseTotal()) == -9)
  }

  @Test func `a command that is not declared is not executed`() throws {
    let harness = Harness(TallyModule.self, PurseModule.self)
    #expect(throws: (any Error).self) { try harness.when(Earn(amount: 7, isSecret: true)) }
    #expect(names(harness) == ["purse.earned"])
  }

  @Test func `history sends nothing, and a test takes what goes to modules that are not there`()
    throws
  {
    let harness = Harness(modules: [PurseModule.self])
    var taken: [Int] = []
    harness.taking(AddTally.self) { taken.append($0.amount) }
    try harness.when(Earn(amount: 5))
    try harness.when(Earn(amount: 6, isHistory: true))
    #expect(taken == [5])
    #expect(try harness.ask(PurseTotal()) == 11)
  }

  private func names(_ harness: Harness) -> [String] {
    harness.facts.map { type(of: $0.fact).name }
  }

  private struct RefusedByTally: Error {
    let words: String
    init(_ words: String) { self.words = words }
  }
}

/// Tells the tally of what was earned.
private enum PurseModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "purse",
    version: "1.0.0",
    summary: "Earns.",
    kernel: KernelVersion(2, 2),
    needs: ["tally"],
    owns: [Earned.self],
    answers: [Earn.self, PurseTotal.self],
    sends: [AddTally.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.fold(Earned.self) { state, fact, _ in state.total += fact.amount }
    host.decide(Earn.self) { _, command, _ in
      let facts = [Earned(amount: command.amount)]
      if command.isHistory == true {
        return Decision.history(facts).sending(AddTally(amount: command.amount))
      }
      if command.isSecret == true {
        return Decision(facts).sending(SetTally(total: command.amount))
      }
      return Decision(facts).sending(AddTally(amount: command.amount))
    } reply: { state, _, _ in
      state.total
    }
    host.wake { _, _, _ in
      Decision([Earned(amount: 100)]).sending(AddTally(amount: 100))
    }
    host.answer(PurseTotal.self) { state, _, _ in state.total }
  }
}

private struct Earned: Fact {
  static let name = "purse.earned"
  let amount: Int
  var entity: EntityID? { nil }
}

private struct Earn: Command {
  typealias Reply = Int
  static let name = "purse.earn"
  static let summary = "Earns."
  let amount: Int
  var isHistory: Bool?
  var isSecret: Bool?
}

private struct PurseTotal: Query {
  typealias Reply = Int
  static let name = "purse.total"
  static let summary = "What was earned."
}
