import Journals
import Locks
import Logging
import Plugins

/// Lets members' spaces open without the entries that a plugin of the server cannot read.
///
/// The plugin stays on: an entry of one member must not switch it off for all others.
final class UnreadEntries: Sendable {
  private let plugins: LoadedPlugins?
  private let logger: Logger
  /// The kinds of entries that the log has named since the server started.
  private let named = Locked<Set<String>>([])

  init(of plugins: LoadedPlugins?, _ logger: Logger) {
    (self.plugins, self.logger) = (plugins, logger)
  }

  /// Whether a space opens without the entry that an error is about.
  func passOver(_ error: JournalError) -> Bool {
    guard let plugins, let kind = error.kind, plugins.haveCaused(error) else { return false }
    if named.withLock({ $0.insert(kind).inserted }) {
      logger.warning(
        """
        a plugin cannot read what a member has entered with it (\(kind)): such entries are kept and \
        left out, and everything else goes on. Install a version of the plugin that can read them, and \
        restart the server
        """
      )
    }
    return true
  }
}
