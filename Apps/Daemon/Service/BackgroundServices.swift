import Bus
import Core
import LocalApp
import Logging
import Loop
import Products
import Runtime

/// The services that run beside the web app while a space is loaded.
@LoopActor
final class BackgroundServices {
  let live: SpaceUpdates
  private let reload: ReloadTrigger
  private let rollover: DayRollover
  private let usage: UsageRecorder?
  private let telemetry: TelemetrySender?
  private let notices: DesktopDelivery?
  private let copies: CopyKeeper
  private let hooks: HookService
  private let sync: BackgroundSync?

  /// Starts all services.
  init(
    _ space: LocalSpace,
    _ head: Int,
    _ uses: FeatureUses?,
    _ statusFile: DaemonStatusFile,
    _ bus: Bus,
    _ log: Logger
  ) async throws {
    live = SpaceUpdates(space, head: head, bus)
    reload = try ReloadTrigger(space, bus)
    rollover = try DayRollover(space, bus)
    copies = try CopyKeeper(space, bus, log)
    // Before the alarms and the sync, so that their events are not missed.
    hooks = await HookService.begin(space, bus, log)
    usage = uses.map { UsageRecorder(space, $0) }
    telemetry = try uses.flatMap { try TelemetrySender(space, $0.port, log) }
    // Before the alarms, so that notices that are already due are observed.
    notices = DesktopDelivery.begin(space, statusFile, bus, log)
    try await space.runtime.followExternalWrites()
    await space.runtime.startAlarms()
    sync = BackgroundSync.begin(space, bus, log)
  }

  func close() async {
    await sync?.close()
    reload.close()
    rollover.close()
    copies.close()
    hooks.close()
    usage?.close()
    telemetry?.close()
    notices?.close()
    live.close()
  }
}
