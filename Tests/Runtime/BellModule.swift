import Core

/// Rings an hour after each tally, at the same instant at which other modules are woken too.
enum BellModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "bell",
    version: "1.0.0",
    summary: "Rings.",
    kernel: KernelVersion(2, 0),
    owns: [Rung.self],
    follows: [TallyChanged.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { _, _, context in
      context.setAlarm("hour", at: context.stamp.clock.instant.advanced(bySeconds: 3600))
    }
    // Folding the fact cancels the alarm, so that a replay does not set it.
    host.fold(Rung.self) { state, _, context in
      state.total += 1
      context.setAlarm("hour", at: nil)
    }
    host.wake { _, _, _ in [Rung()] }
  }
}

struct Rung: Fact {
  static let name = "bell.rung"
  var entity: EntityID? { nil }
}
