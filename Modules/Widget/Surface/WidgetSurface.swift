import CommandKit
import Core

/// The widget on the command line.
public enum WidgetSurface: Surface {
  public static let module = "widget"

  public static let commands: [any TrellisCommand.Type] = [WidgetCommand.self]

  public static let phrases = Phrase.allOfWidget
}
