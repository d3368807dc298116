import Core
import Glibc
import Loop
import Products
import TrellisSDK

/// Inspects a plugin in a process of its own, so that loading it cannot harm this one.
///
/// The child is this same program, started with ``mark`` as its first argument.
public enum PluginInspection {
  private static let mark = "--inspect-plugin"

  private struct Report: Codable {
    var plugin: PluginDescription?
    var code: String?
    var refusal: String?
  }

  /// Returns the plugin's description of itself, for the file at `path`.
  ///
  /// - Throws: a ``DomainError`` that says why it is not a plugin for this program.
  public static func describe(_ path: String) async throws -> PluginDescription {
    do throws(PluginRefusal) { try PluginStamp.check(path) } catch { throw error.error }
    let plan = LoopProcess.Plan(
      "/proc/self/exe",
      [mark, path],
      output: .piped,
      errors: .discarded
    )
    let result: LoopProcess.Result
    do {
      result = try await LoopProcess.run(plan)
    } catch {
      throw DomainError(
        "plugin-uninspected",
        "The plugin could not be looked at, since no process could be started (\(error)). Nothing "
          + "was changed: try once more."
      )
    }
    guard result.exit.isSuccess, let report = try? JSON.decode(Report.self, from: result.output)
    else {
      throw DomainError(
        "plugin-crashes",
        "\(path) ended the program, or did not come back, while it was looked at. Nothing was "
          + "changed: ask its author."
      )
    }
    if let plugin = report.plugin { return plugin }
    throw DomainError(
      report.code ?? "plugin-refused",
      "\(report.refusal ?? "It is not a plugin.") Nothing was changed."
    )
  }

  /// Describes a plugin and ends the process if the arguments ask for it; otherwise returns.
  ///
  /// Called before anything else in a program.
  ///
  /// - Parameter arguments: the program's arguments, without its name.
  public static func serve(_ arguments: [String]) {
    guard arguments.first == mark, arguments.count == 2 else { return }
    // What a plugin prints while it is loaded is not part of the report.
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let report = report(of: arguments[1])
    let bytes = (try? JSON.encode(report)) ?? []
    _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
    // This skips exit handlers that the plugin may have registered.
    _exit(0)
  }

  private static func report(of path: String) -> Report {
    guard let plugin = InstalledPlugin(lookingAt: path) else {
      return Report(
        code: "plugin-name",
        refusal: "The file of a plugin is called like libmood.so, after its module."
      )
    }
    do throws(PluginRefusal) {
      let opened = try PluginLoader.open(plugin, describesRequests: true).plugin
      let addition = ProductAddition(opened.module, showing: opened.presentation)
      let absences = ProductCatalog.add(addition)
      return Report(plugin: PluginDescription(opened, absences: absences))
    } catch {
      return Report(code: error.code, refusal: error.description)
    }
  }
}
