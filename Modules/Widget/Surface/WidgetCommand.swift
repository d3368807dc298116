import ArgumentParser
import CommandKit
import Core
import TrackingContract
import WidgetContract

extension WidgetSize: ExpressibleByArgument {}

struct WidgetCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "widget",
    abstract: "Show today's open habits in little room, for a desktop bar or a corner of a screen.",
    discussion: """
      Examples:
        trellis widget --size small --watch
        trellis widget --check 1
        tmux: set -g status-right '#(trellis widget --size small --format tmux)'
        waybar: "exec": "trellis widget --watch --format waybar", "return-type": "json"
      """
  )

  @Option(help: "How much is shown: small (3 habits), medium (6) or large (10).")
  var size = WidgetSize.medium

  @Option(help: "text, json (a timeline of what to show when), waybar or tmux.")
  var format = WidgetFormat.text

  @Option(help: ArgumentHelp("Tap a habit: mark the one at this place as done.", valueName: "n"))
  var check: Int?

  @Flag(help: "Stay open and show every change, until Ctrl-C.")
  var watch = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if let check { try await WidgetTap(place: check, size: size).run(in: session) }
    guard watch else {
      let content = try await session.ask(ComposeWidget(size: size))
      return print(drawing(session, watched: false).text(of: content, at: session.now))
    }
    try await session.space.watch { feed in
      let drawing = drawing(session, watched: true)
      var watch = WidgetWatch(
        feed: feed,
        compose: { try await session.ask(ComposeWidget(size: size)) },
        show: { print(drawing.text(of: $0, at: feed.now)) },
        apologize: { apologize(session) }
      )
      try await watch.run()
    }
  }

  private func drawing(_ session: Session, watched: Bool) -> WidgetDrawing {
    let format = session.format == .json ? nil : format
    return WidgetDrawing(session: session, format: format, watched: watched)
  }

  private func print(_ text: String) {
    var output = Output()
    output.print(text)
    output.flushOrExit()
  }

  /// On the other stream: what reads the widget gets nothing but widgets.
  private func apologize(_ session: Session) {
    var output = Output(.standardError)
    output.print(session.screen.draw(Paragraph(Text(session.say(.widgetUnreadable)))))
    output.flushOrExit()
  }
}
