import Core
import Logging
import TrellisSDK

/// The work of plugins that goes on while a space is loaded.
struct PluginServices: Sendable {
  private let services: [(name: String, service: any PluginService)]
  private let log: Logger

  /// How long the end of the daemon waits for that of a service.
  private static let patience = Duration.seconds(5)

  /// Starts them; one that cannot begin is in the log, and the others go on.
  init(
    _ kinds: [(name: String, service: any PluginService.Type)],
    _ space: any SpaceClient,
    _ log: Logger
  ) async {
    var begun: [(name: String, service: any PluginService)] = []
    for (name, kind) in kinds {
      do {
        begun.append((name, try await kind.init(space)))
      } catch {
        log.warning("the background work of the plugin \(name) does not run: \(error)")
      }
    }
    services = begun
    self.log = log
  }

  func close() async {
    for (name, service) in services where await !PluginServices.hasEnded(service) {
      log.warning("the background work of the plugin \(name) did not end in time")
    }
  }

  /// Whether a service ended in time; one that did not keeps nobody waiting.
  private static func hasEnded(_ service: any PluginService) async -> Bool {
    let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
    let closing = Task {
      await service.close()
      ending.yield(true)
    }
    let waiting = Task {
      try await Task.sleep(for: patience)
      closing.cancel()
      ending.yield(false)
    }
    defer { waiting.cancel() }
    return await ends.first { _ in true } ?? false
  }
}
