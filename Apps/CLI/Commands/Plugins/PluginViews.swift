import Plugins
import Terminal

/// How plugins are shown in a terminal.
enum PluginViews {
  /// What a plugin will read and publish, before it is added.
  static func introduction(_ plugin: PluginDescription) -> [any View] {
    let facts: [(label: String, values: [String])] = [
      ("Needs", plugin.needs), ("Keeps", plugin.keeps), ("Reads", plugin.reads + plugin.follows),
      ("Tells others of", plugin.publishes), ("Answers", plugin.answers),
      ("Does", plugin.sends),
      ("Commands", plugin.commands.map { "trellis \($0)" }), ("Pages", plugin.pages),
      ("In the background", plugin.runsInBackground ? ["works on while the daemon runs"] : []),
    ]
    let rows = facts.filter { !$0.values.isEmpty }.map {
      [Text($0.label, .muted), Text($0.values.joined(separator: ", "))]
    }
    return [
      Paragraph(Text("\(plugin.name) \(plugin.version)", .bold) + Text(": \(plugin.summary)")),
      Table([.init(""), .init("", fit: .wraps, minimumWidth: 20)], rows: rows),
      Paragraph(
        "This is what it says of itself. A plugin is a program that can do whatever you can: add it "
          + "if you trust who made it."
      ),
    ]
  }
}
