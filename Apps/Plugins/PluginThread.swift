import ArgumentParser
import CPluginWatch
import Commands
import Locks
import TrellisSDK

/// Threads for the work of plugins that may take any time: their commands and services.
///
/// A thread that has used up its stack needs another one to say so, which the threads of Swift's own
/// pool do not have.
public enum PluginThread {
  /// Lets this thread name the plugin that uses up its stack.
  public static func prepare() { plugin_watch_prepare_thread() }
}

extension LoadedPlugins {
  /// Runs a command; one of a plugin on a thread of its own.
  public func run(_ command: any AsyncParsableCommand) async throws {
    var command = command
    guard haveAdded(type(of: command)) else { return try await command.run() }
    let thread = SerialThread()
    defer { thread.end() }
    try await withTaskExecutorPreference(thread) {
      PluginThread.prepare()
      try await command.run()
    }
  }

  private func haveAdded(_ command: any ParsableCommand.Type) -> Bool {
    plugins.contains { loaded in
      let commands = loaded.plugin.presentation?.commands ?? []
      return commands.contains { LoadedPlugins.isPart(command, of: $0) }
    }
  }

  private static func isPart(
    _ command: any ParsableCommand.Type,
    of parent: any ParsableCommand.Type
  ) -> Bool {
    parent == command
      || parent.configuration.subcommands.contains { LoadedPlugins.isPart(command, of: $0) }
  }
}
