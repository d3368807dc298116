import Core
import Pages
import Presentation
import TrackingContract

/// How a day stands, as a small drawing: each state has a shape of its own, so that nobody needs
/// to tell colors apart.
enum DaySign {
  /// - Parameter color: that of the habit, which fills what is done.
  static func html(_ status: ShownStatus, _ color: HabitColor, _ context: PageContext) -> HTML {
    """
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">\
    \(shape(status, color.rgbColor, isGentle: context.isGentle))</svg>
    """
  }

  private static func shape(_ status: ShownStatus, _ color: RGB, isGentle: Bool) -> HTML {
    switch status {
    case .done:
      return "<circle cx=\"12\" cy=\"12\" r=\"11\" fill=\"\(color.css)\"/>\(tick(color, "tick"))"
    case .open:
      return """
        <circle cx="12" cy="12" r="10" fill="\(color.css)" fill-opacity=".16"/>\
        <circle class="edge" cx="12" cy="12" r="10"/>\(tick(color, "tick hint"))
        """
    case .skipped:
      return "<circle class=\"edge faint\" cx=\"12\" cy=\"12\" r=\"10\"/><path d=\"M8 12h8\"/>"
    case .protected:
      return """
        <path class="shield" d="M12 2l8 3v6c0 5.2-3.4 9.2-8 11-4.6-1.8-8-5.8-8-11V5z"/>\
        <path d="M9 12l2 2 4-4.5"/>
        """
    case .missed where isGentle:
      return "<circle class=\"edge\" cx=\"12\" cy=\"12\" r=\"3\"/>"
    case .missed: return "<path d=\"M8.5 8.5l7 7M15.5 8.5l-7 7\"/>"
    case .notDue: return "<circle class=\"point\" cx=\"12\" cy=\"12\" r=\"2\"/>"
    }
  }

  /// White stands out from strong colors, black from pale ones.
  ///
  /// On an open day it is a hint, seen once the button is pressed and the answer is on its way.
  private static func tick(_ color: RGB, _ style: String) -> HTML {
    let ink: RGB = color.contrast(with: .white) >= 3 ? .white : .black
    return "<path class=\"\(style)\" d=\"M7 12.5l3.5 3.5 6.5-7.5\" stroke=\"\(ink.css)\"/>"
  }
}

extension PageContext {
  /// Whether the product draws no crosses: a day that passed is just that.
  var isGentle: Bool { product.theme.glyphs.missed != ThemeGlyphs().missed }
}

extension ShownStatus {
  /// The state in a word, in the way of the product.
  func words(_ context: PageContext) -> String {
    self == .missed ? context.product.theme.glyphs.missedWord : mark.name
  }
}
