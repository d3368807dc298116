import Core
import LocalApp
import Locks
import Logging
import Loop
import Plugins
import TrellisSDK

/// The work of plugins that continues while a space is loaded.
///
/// Each has its own thread. A service that fails ends with a sentence in the log, and everything
/// else continues.
struct PluginServices: Sendable {
  typealias Kind = (name: String, service: any PluginService.Type)

  private let services: [RunningService]
  private let log: Logger

  /// How long the daemon waits for a service when it exits.
  private static let patience = Duration.seconds(5)

  /// Starts the services of plugins for a space.
  @LoopActor
  static func begin(
    _ kinds: [Kind],
    _ space: LocalSpace,
    _ live: SpaceUpdates,
    _ log: Logger
  ) -> PluginServices {
    PluginServices(kinds, log) { name, note in
      ServiceContext(
        product: space.product,
        space: space.client,
        files: PluginFiles(of: name, in: space.home.path),
        advances: { await live.stream() },
        current: { try await space.pageContext() },
        note: note
      )
    }
  }

  /// Starts services; one that cannot start does not prevent others from starting.
  ///
  /// - Parameter context: makes the context of a plugin, from its name and the receiver of its
  ///   sentences.
  init(
    _ kinds: [Kind],
    _ log: Logger,
    context: (String, @escaping @Sendable (String) -> Void) -> ServiceContext
  ) {
    self.log = log
    services = kinds.map { name, kind in
      let context = context(name) { log.notice("plugin \(name): \($0)") }
      return RunningService(name: name, kind, context, log)
    }
  }

  /// Stops all of them; nobody waits for one that does not end in time.
  func close() async {
    for service in services { service.task.cancel() }
    // Of all at the same time: systemd kills a daemon that takes ten seconds to end.
    await withTaskGroup(of: Void.self) { group in
      for service in services {
        group.addTask { [log] in
          guard await !service.hasEnded(within: Self.patience) else { return }
          log.warning("the background work of the plugin \(service.name) did not end in time")
        }
      }
    }
  }
}

/// The service of one plugin, on a thread of its own.
private struct RunningService: Sendable {
  let name: String
  let task: Task<Void, Never>

  init(
    name: String,
    _ kind: any PluginService.Type,
    _ context: ServiceContext,
    _ log: Logger
  ) {
    self.name = name
    let thread = SerialThread()
    task = Task(executorPreference: thread) {
      defer { thread.end() }
      PluginThread.prepare()
      await RunningService.run(name, kind, context, log)
    }
  }

  private static func run(
    _ name: String,
    _ kind: any PluginService.Type,
    _ context: ServiceContext,
    _ log: Logger
  ) async {
    let work: any PluginService
    do {
      work = try await kind.init(context)
    } catch {
      return log.warning("the background work of the plugin \(name) does not run: \(error)")
    }
    do {
      try await work.run()
    } catch  where Task.isCancelled {
      // It was asked to end.
    } catch {
      log.warning(
        """
        the background work of the plugin \(name) has ended: \(error) Everything else goes on; it \
        begins again when the daemon does
        """
      )
    }
    await work.close()
  }

  /// Whether it ended in time.
  func hasEnded(within patience: Duration) async -> Bool {
    let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
    let waiting = Task {
      await task.value
      ending.yield(true)
    }
    let limit = Task {
      try await Task.sleep(for: patience)
      ending.yield(false)
    }
    defer {
      waiting.cancel()
      limit.cancel()
    }
    return await ends.first { _ in true } ?? false
  }
}
