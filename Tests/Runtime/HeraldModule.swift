import Core

/// Decides what others do not: signals alone, invalid history, and reactions that are history.
enum HeraldModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "herald",
    version: "1.0.0",
    summary: "Proclaims.",
    kernel: KernelVersion(2, 0),
    answers: [Proclaim.self, Misremember.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.decide(Proclaim.self) { _, command, _ in
      Decision().signalling([Proclaimed(text: command.text)])
    } reply: { _, _, _ in
      true
    }
    host.react(to: Proclaimed.self, when: { $0.text == "remember" }) { _, _, _ in
      .history([Tallied(amount: 10)])
    }
    host.decide(Misremember.self) { _, _, _ in
      .history([Tallied(amount: 1), Forgotten()])
    } reply: { _, _, _ in
      true
    }
  }
}

struct Proclaimed: Signal {
  static let name = "herald.proclaimed"
  let text: String
}

/// A fact that no module folds.
struct Forgotten: Fact {
  static let name = "herald.forgotten"
  var entity: EntityID? { nil }
}

struct Proclaim: Command {
  typealias Reply = Bool
  static let name = "herald.proclaim"
  static let summary = "Tells."
  let text: String
}

struct Misremember: Command {
  typealias Reply = Bool
  static let name = "herald.misremember"
  static let summary = "Takes over what cannot be kept."
}
