import AppSupport
import Bus
import Core
import Engine
import Loop
import Presentation
import Products
import Runtime
import TelemetryContract

/// Collects which features a long-running program uses, if the product has telemetry.
///
/// It observes one signal of the kernel and nothing else; a product without telemetry has no such
/// observer, no port and no spool.
@LoopActor
public final class FeatureUses {
  nonisolated public let port: TelemetryPort
  private var used: [FeatureUsed] = []
  private var subscription: Subscription?

  /// Nil if the product has no telemetry.
  nonisolated public static func port(for product: Product, _ home: Home) -> TelemetryPort? {
    let isThere = product.modules.contains { module in
      module.manifest.answers.contains { $0 == TelemetryStatus.self }
    }
    guard isThere else { return nil }
    return TelemetryPort(
      spool: FileSpool(path: home.telemetry),
      doNotTrack: !["", "0", "false"].contains(Home.variable("DO_NOT_TRACK") ?? ""),
      version: AppVersion.current
    )
  }

  /// Counts the features that one command used, or drops all counts if telemetry is off.
  ///
  /// Errors are ignored: a feature that cannot be counted is lost, and the person sees no error.
  ///
  /// - Parameter known: the telemetry status of the space, if already known.
  nonisolated public static func keep(
    _ used: [FeatureUsed],
    _ port: TelemetryPort,
    status known: TelemetryStatus.Reply? = nil,
    _ space: any SpaceClient
  ) async {
    guard !used.isEmpty, let now = try? Home.clock().now() else { return }
    var status = known
    if status == nil { status = try? await space.ask(TelemetryStatus()) }
    guard let status else { return }
    guard status.isOn else {
      try? port.spool.drop()
      return
    }
    if !port.doNotTrack { try? port.spool.add(used.compactMap { FeatureName($0) }, at: now) }
  }

  /// Starts observing, for a long-running program; nil if the product has no telemetry.
  public static func follow(_ runtime: Runtime, _ product: Product, _ home: Home) -> FeatureUses? {
    guard let port = port(for: product, home) else { return nil }
    let uses = FeatureUses(port)
    uses.subscription = runtime.observe(FeatureUsed.self, as: "telemetry") { [weak uses] event in
      uses?.used.append(event.event)
    }
    return uses
  }

  private init(_ port: TelemetryPort) { self.port = port }

  /// Counts the features used so far, and stops observing.
  public func keep(_ space: any SpaceClient) async {
    subscription?.cancel()
    await keepSoFar(space)
  }

  /// Counts the features used so far.
  public func keepSoFar(_ space: any SpaceClient) async {
    let features = used
    used = []
    await FeatureUses.keep(features, port, space)
  }
}
