import Core
import Presentation

extension DayMark {
  /// The name in the words of the screen's product.
  public func name(on screen: Screen) -> String {
    self == .missed ? screen.theme.glyphs.missedWord : name
  }

  public var style: Style {
    switch self {
    case .done: .done
    case .skipped: .skipped
    case .protected: .protected
    case .missed: .missed
    case .open: .accent
    case .notDue, .future: .muted
    }
  }

  /// The theme's symbol for this state.
  public func sign(on screen: Screen) -> String {
    let glyphs = screen.theme.glyphs
    switch self {
    case .done: return screen.sign(glyphs.check)
    case .skipped: return screen.sign(glyphs.skip)
    case .protected: return screen.sign(glyphs.protected)
    case .missed: return screen.sign(glyphs.missed)
    case .open: return screen.sign(glyphs.open)
    case .notDue: return screen.sign(glyphs.empty)
    case .future: return " "
    }
  }

  public func text(on screen: Screen) -> Text { Text(sign(on: screen), style) }

  /// Columns of the widest symbol.
  static func signWidth(on screen: Screen) -> Int {
    allCases.map { $0.sign(on: screen).displayWidth }.max() ?? 1
  }
}
