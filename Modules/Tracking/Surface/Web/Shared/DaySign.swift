import CommandKit
import Core
import PageKit
import TrackingContract

/// How a day stands, as a small drawing: each state has a shape of its own, so that nobody needs
/// to tell colors apart.
enum DaySign {
  /// - Parameter color: that of the habit, which fills what is done.
  static func html(_ status: ShownStatus, _ color: HabitColor) -> HTML {
    """
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">\
    \(shape(status, color.rgbColor))</svg>
    """
  }

  private static func shape(_ status: ShownStatus, _ color: RGB) -> HTML {
    switch status {
    case .done:
      // A check in white stands out from strong colors, in black from pale ones.
      let ink: RGB = color.contrast(with: .white) >= 3 ? .white : .black
      return """
        <circle cx="12" cy="12" r="11" fill="\(color.css)"/>\
        <path class="tick" d="M7 12.5l3.5 3.5 6.5-7.5" stroke="\(ink.css)"/>
        """
    case .open:
      return """
        <circle cx="12" cy="12" r="10" fill="\(color.css)" fill-opacity=".16"/>\
        <circle class="edge" cx="12" cy="12" r="10"/>
        """
    case .skipped:
      return "<circle class=\"edge faint\" cx=\"12\" cy=\"12\" r=\"10\"/><path d=\"M8 12h8\"/>"
    case .protected:
      return """
        <path class="shield" d="M12 2l8 3v6c0 5.2-3.4 9.2-8 11-4.6-1.8-8-5.8-8-11V5z"/>\
        <path d="M9 12l2 2 4-4.5"/>
        """
    case .missed: return "<path d=\"M8.5 8.5l7 7M15.5 8.5l-7 7\"/>"
    case .notDue: return "<circle class=\"point\" cx=\"12\" cy=\"12\" r=\"2\"/>"
    }
  }
}

extension ShownStatus {
  /// The state in a word, in the way of the product.
  func words(_ session: Session) -> String {
    self == .missed ? session.product.theme.glyphs.missedWord : mark.name
  }
}
