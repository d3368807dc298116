import Commands
import Core
import Presentation

/// The command-line presentation of the widget.
public enum WidgetPresentation: CommandPresentation {
  public static let module = "widget"

  public static let commands: [any TrellisCommand.Type] = [WidgetCommand.self]

  public static let phrases = Phrase.allOfWidget
}
