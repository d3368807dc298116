import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
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
        waybar: "exec": "trellis widget --watch --format waybar",
                "return-type": "json"
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

  func run(in context: CommandContext) async throws {
    if let check { try await WidgetTap(place: check, size: size).run(in: context) }
    guard watch else {
      let content = try await context.ask(ComposeWidget(size: size))
      return print(
        drawing(context, watched: false).text(of: content, at: context.now),
        context.screen
      )
    }
    try await context.space.watch { feed in
      let drawing = drawing(context, watched: true)
      var watch = WidgetWatch(
        feed: feed,
        compose: { try await context.ask(ComposeWidget(size: size)) },
        show: { print(drawing.text(of: $0, at: feed.now), context.screen) },
        reportFailure: { reportFailure(context) }
      )
      try await watch.run()
    }
  }

  private func drawing(_ context: CommandContext, watched: Bool) -> WidgetDrawing {
    let format = context.format == .json ? nil : format
    return WidgetDrawing(context: context, format: format, watched: watched)
  }

  /// Prints a drawing; a drawing for another program is left unchanged.
  private func print(_ text: String, _ screen: Screen) {
    var output = Output()
    output.print(format == .text && !global.json ? screen.readable(text) : text)
    output.flushOrExit()
  }

  /// Writes to standard error, so that programs that read standard output get nothing but widgets.
  private func reportFailure(_ context: CommandContext) {
    var output = Output(.standardError)
    output.print(context.screen.draw(Paragraph(Text(context.say(.widgetUnreadable)))))
    output.flushOrExit()
  }
}
