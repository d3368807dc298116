import Core
import Journals

extension LoadedPlugins {
  /// Whether an error is that of a plugin which cannot read what was entered with it.
  public func haveCaused(_ error: any Error) -> Bool { culprit(of: error) != nil }

  /// Disables the plugin that has caused an error, and returns words about that instead.
  ///
  /// Without it, its entries are kept unread and everything else can be used. The history is not
  /// damaged, so nobody should be told to mend it.
  public func blamed(for error: any Error) -> any Error {
    guard let (plugin, kind) = culprit(of: error) else { return error }
    let finding = "The plugin \(plugin.name) cannot read what was entered with it (\(kind))"
    guard plugin.turnOff(LoadedPlugins.unreadable(kind)) else {
      return DomainError(
        "plugin-cannot-read",
        "\(finding), and \(plugin.mark) cannot be written, which would switch it off. Nothing is "
          + "lost: give the command once more, without plugins, by adding --safe."
      )
    }
    return DomainError(
      "plugin-cannot-read",
      "\(finding), so it is off from now on. Nothing is lost: give the command once more. If you "
        + "have a better version of the plugin, add that; to let this one run again: "
        + plugin.remedy
    )
  }

  /// Why a plugin is off that cannot read a kind of its own entries.
  static func unreadable(_ kind: String) -> String {
    "could not read what was entered with it (\(kind))"
  }

  /// The plugin and the kind of entry, by which module it is that owns the kind.
  func culprit(of error: any Error) -> (plugin: InstalledPlugin, kind: String)? {
    guard let kind = (error as? JournalError)?.kind,
      let plugin = plugins.first(where: { kind.hasPrefix("\($0.name).") })
    else { return nil }
    return (plugin.installed, kind)
  }
}
