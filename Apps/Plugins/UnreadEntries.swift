import Journals
import Locks

/// Lets spaces open without the entries that their plugin cannot read, and tells of each kind once.
public final class UnreadEntries: Sendable {
  private let plugins: LoadedPlugins?
  private let isOfServer: Bool
  private let warn: @Sendable (String) -> Void
  /// The kinds of entries that were told of since the program started.
  private let named = Locked<Set<String>>([])

  /// - Parameters:
  ///   - plugins: those of the program; nil for none.
  ///   - isOfServer: whether the spaces are those of many people: an entry of one must not switch the
  ///     plugin off for all others. Otherwise it is off from the next start on.
  ///   - warn: writes a sentence to the log.
  public init(
    of plugins: LoadedPlugins?,
    isOfServer: Bool = false,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.plugins = plugins
    self.isOfServer = isOfServer
    self.warn = warn
  }

  /// Whether a space opens without the entry that an error is about.
  public func passOver(_ error: JournalError) -> Bool {
    guard let (plugin, kind) = plugins?.culprit(of: error) else { return false }
    guard named.withLock({ $0.insert(kind).inserted }) else { return true }
    let finding =
      "the plugin \(plugin.name) cannot read what was entered with it (\(kind)): such entries are kept "
      + "and left out, and everything else goes on."
    if isOfServer {
      warn("\(finding) Put a version that can read them into its place, and restart the server")
    } else if plugin.turnOff(LoadedPlugins.unreadable(kind)) {
      warn("\(finding) It is off from the next start on; to let it run again: \(plugin.remedy)")
    } else {
      warn("\(finding) It stays on, since \(plugin.mark) cannot be written")
    }
    return true
  }
}
