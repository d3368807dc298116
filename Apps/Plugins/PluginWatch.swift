import CPluginWatch
import Glibc
import Locks

/// Disables a plugin that crashes, ends the program, hangs or fails repeatedly.
///
/// Otherwise it would do so at each start.
struct PluginWatch: Sendable {
  /// Its number in the watch; -1 for one that is not watched.
  let number: Int32
  private let plugin: InstalledPlugin

  /// The number of events that it may fail on in one run of the program.
  private static let mostFailures = 20
  /// The time limit of a call in milliseconds; `TRELLIS_PLUGIN_PATIENCE` overrides it.
  private static let patience: Int64 = 10_000

  private static let failures = Locked<[Int32: Int]>([:])

  init(_ plugin: InstalledPlugin) {
    self.plugin = plugin
    number = plugin_watch_add(plugin.name, plugin.mark, plugin.remedy)
    let chosen = getenv("TRELLIS_PLUGIN_PATIENCE").flatMap { Int64(String(cString: $0)) }
    plugin_watch_arm(max(chosen ?? PluginWatch.patience, 40))
  }

  /// Registers the location of its code, so that a crash anywhere in it is attributed to it.
  func place(_ entry: UnsafeRawPointer) { plugin_watch_place(number, entry) }

  /// Runs code of the plugin.
  func run<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    let before = plugin_watch_enter(number)
    defer { plugin_watch_leave(before) }
    return try body()
  }

  /// Runs a fold of the plugin, and counts its failures.
  func fold(_ body: () throws -> Void) throws {
    do {
      try run(body)
    } catch {
      let count = PluginWatch.failures.withLock { failures in
        failures[number, default: 0] += 1
        return failures[number, default: 0]
      }
      if count == PluginWatch.mostFailures {
        plugin.turnOff("failed on \(count) entries in one run, the last time with: \(error)")
      }
      throw error
    }
  }
}
