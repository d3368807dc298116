import Core
import Pages
import Presentation
import TrackingContract

/// The status of a day as a small drawing.
///
/// Each status has its own shape, so that no user has to distinguish colors.
enum DayIcon {
  /// - Parameters:
  ///   - color: the habit's color, which fills the sign of a done day.
  ///   - share: 0 to 1; how much of an open day is drawn as reached, nil for none.
  static func html(
    _ status: DisplayStatus,
    _ color: HabitColor,
    _ context: PageContext,
    share: Double? = nil
  ) -> HTML {
    """
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">\
    \(shape(status, color.rgbColor, isGentle: context.isGentle))\
    \(status == .open ? share.flatMap { arc($0, color.rgbColor) } : nil)</svg>
    """
  }

  /// The reached part of a ring, clockwise from the top.
  private static func arc(_ share: Double, _ color: RGB) -> HTML? {
    let percent = Int((share * 100).rounded(.down))
    guard percent > 0 else { return nil }
    return """
      <circle cx="12" cy="12" r="10" stroke="\(color.css)" stroke-width="3.5" pathLength="100" \
      stroke-dasharray="\(percent) 100" stroke-linecap="butt" transform="rotate(-90 12 12)"/>
      """
  }

  private static func shape(_ status: DisplayStatus, _ color: RGB, isGentle: Bool) -> HTML {
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

  /// Returns a tick, white on strong colors and black on pale ones.
  ///
  /// On an open day it is a hint, visible once the button is pressed and the response is pending.
  private static func tick(_ color: RGB, _ style: String) -> HTML {
    let ink: RGB = color.contrast(with: .white) >= 3 ? .white : .black
    return "<path class=\"\(style)\" d=\"M7 12.5l3.5 3.5 6.5-7.5\" stroke=\"\(ink.css)\"/>"
  }
}

extension PageContext {
  /// Whether the product marks missed days gently, without crosses.
  var isGentle: Bool { product.theme.glyphs.missed != ThemeGlyphs().missed }
}

extension DisplayStatus {
  /// Returns the status as a word, in the product's style.
  func words(_ context: PageContext, _ outside: DayOutside? = nil) -> String {
    if let words = notDueWords(outside) { return words }
    return self == .missed ? context.product.theme.glyphs.missedWord : mark.name
  }
}
