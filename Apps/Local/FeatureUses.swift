import Bus
import Core
import Loop
import Products
import Runtime
import TelemetryContract

/// Gathers which features one run of the program uses, where the product has telemetry.
///
/// It hears one signal of the kernel and nothing else; a product without telemetry has no such
/// listener, no port and no spool.
@LoopActor
public final class FeatureUses {
  nonisolated public let port: TelemetryPort
  private var used: [FeatureUsed] = []
  private var subscription: Subscription?

  /// Begins to listen; nil where the product has no telemetry.
  public static func follow(_ runtime: Runtime, _ product: Product, _ home: Home) -> FeatureUses? {
    let isThere = product.modules.contains { module in
      module.manifest.answers.contains { $0 == TelemetryStatus.self }
    }
    guard isThere else { return nil }
    let uses = FeatureUses(
      TelemetryPort(
        spool: FileSpool(path: home.telemetry),
        doNotTrack: !["", "0", "false"].contains(Home.variable("DO_NOT_TRACK") ?? ""),
        version: AppVersion.current
      )
    )
    uses.subscription = runtime.observe(FeatureUsed.self, as: "telemetry") { [unowned uses] told in
      uses.used.append(told.event)
    }
    return uses
  }

  private init(_ port: TelemetryPort) { self.port = port }

  /// Counts what was used, or drops what was counted if it is not to be.
  ///
  /// Counting is never worth an error to the person: what cannot be counted is not.
  public func keep(_ runtime: Runtime, _ space: SpaceID) async {
    subscription?.cancel()
    await keepSoFar(runtime, space)
  }

  /// The same, in the midst of a run that goes on.
  public func keepSoFar(_ runtime: Runtime, _ space: SpaceID) async {
    guard !used.isEmpty, let now = try? Home.clock().now() else { return }
    let names = used.compactMap { FeatureName($0) }
    used = []
    guard let status = try? await runtime.ask(TelemetryStatus(), in: space) else { return }
    guard status.isOn else {
      try? port.spool.drop()
      return
    }
    if !port.doNotTrack { try? port.spool.add(names, at: now) }
  }
}
