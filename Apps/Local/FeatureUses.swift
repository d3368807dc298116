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
    guard product.answers(TelemetryStatus.self) else { return nil }
    let receiver = product.policies.telemetryReceiver.map { TelemetryDelivery.receiver(at: $0) }
    return TelemetryPort(
      spool: FileSpool(path: home.telemetry),
      doNotTrack: !["", "0", "false"].contains(Home.variable("DO_NOT_TRACK") ?? ""),
      version: AppVersion.current,
      receiver: receiver
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
    let slow = AnswerTimes.shared.take()
    let spool = port.spool as? FileSpool
    let hasCrashed = spool.map { CrashMark.isThere(at: $0.crashMark) } ?? false
    guard !used.isEmpty || !slow.isEmpty || hasCrashed, let now = try? Home.clock().now() else {
      return
    }
    var status = known
    if status == nil { status = try? await space.ask(TelemetryStatus()) }
    guard let status else { return }
    guard status.isOn, !port.doNotTrack else {
      CrashMark.disarm()
      if !status.isOn { try? port.spool.drop() }
      return
    }
    let crashes = spool.map { CrashMark.take(from: $0.crashMark) } ?? []
    let names = used.compactMap { FeatureName($0) }
    guard !names.isEmpty || !slow.isEmpty || !crashes.isEmpty else { return }
    try? port.spool.change { counts in
      counts.add(names, at: now)
      counts.add(slow, at: now)
      counts.add(crashes, at: now)
    }
  }

  /// Records a fault of this program from now on, if the person allows counting.
  nonisolated public static func watchFaults(
    of program: CrashName.Program,
    _ port: TelemetryPort?,
    _ status: TelemetryStatus.Reply?
  ) {
    guard let port, !port.doNotTrack, status?.isOn == true, let spool = port.spool as? FileSpool
    else { return }
    CrashMark.arm(program, at: spool.crashMark)
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
