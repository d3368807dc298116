import Core
import TelemetryContract

/// Records the user's choice.
///
/// The counts are kept outside the journal, so that they are neither synced nor exported and can be
/// deleted at once.
public struct TelemetryModule: Module {
  public typealias State = TelemetryState

  public static let manifest = Manifest(
    name: "telemetry",
    version: "1.0.0",
    summary: "Counts which features are used, by fixed names; yours to see and to switch off.",
    kernel: KernelVersion(2, 0),
    owns: [TelemetryChoiceMade.self],
    answers: [TelemetryStatus.self, ChooseTelemetry.self]
  )

  public static func register(in host: inout some ModuleHost<TelemetryState>) {
    host.fold(TelemetryChoiceMade.self) { state, fact, context in
      state.apply(fact, at: context.stamp)
    }
    host.answer(TelemetryStatus.self) { state, _, context in view(state, context) }
    host.decide(ChooseTelemetry.self, decide) { state, _, context in view(state, context) }
  }

  private static func decide(
    _ state: TelemetryState,
    _ command: ChooseTelemetry,
    _ context: RequestContext
  ) throws -> Decision {
    guard context.policies.allowsTelemetry || !command.isOn else {
      throw DomainError(
        "telemetry-not-allowed",
        "This product counts nothing, so there is nothing to switch on. Nothing was changed."
      )
    }
    return state.chosen == command.isOn ? .unchanged : [TelemetryChoiceMade(isOn: command.isOn)]
  }

  private static func view(_ state: TelemetryState, _ context: RequestContext) -> TelemetryView {
    TelemetryView(isAllowed: context.policies.allowsTelemetry, chosen: state.chosen)
  }
}
