import ArgumentParser
import Commands
import Core
import LocalApp
import Plugins
import Terminal

/// `trellis plugins`: the parts of this product, and what others have added to it.
struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "What this product is made of, and what plugins add to it.",
    discussion: """
      A plugin is a program by somebody else that runs as part of Trellis, and can do what you can: \
      add only those that you trust. --safe before any command leaves all plugins out.

      Examples:
        trellis plugins
        trellis plugins add libmood.so
        trellis plugins remove mood
      """,
    subcommands: [List.self, Add.self, Remove.self, Allow.self, Doctor.self],
    defaultSubcommand: List.self
  )

  /// The note after a change, if a daemon runs that does not know of it yet.
  static func restart(_ home: Home) -> String {
    guard DaemonLock.holder(of: home) != nil else { return "" }
    return
      " To have the running daemon follow, restart it:  trellis daemon stop && trellis daemon start"
  }
}

/// Completes the names of plugins in the folder.
extension CompletionKind {
  static let plugins = CompletionKind.custom { _, _, _ in
    ((try? Home.find()).map { PluginFolder(of: $0.path).plugins.map(\.name) }) ?? []
  }
}
