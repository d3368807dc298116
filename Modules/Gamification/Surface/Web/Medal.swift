import Glibc
import PageKit

/// A badge, drawn: the higher the milestone, the more points has its rosette.
enum Medal {
  static func html(_ level: Int) -> HTML {
    HTML(
      trusted: """
        <svg class="medal" data-rank="\(rank(level))" viewBox="0 0 100 120" aria-hidden="true" \
        focusable="false"><path class="ribbon" d="M33 70L24 116l18-9 8 12 0-36zM67 70l9 46-18-9-8 12z"/>\
        <path class="rosette" d="\(rosette(level))"/><circle class="face" cx="50" cy="48" r="31"/>\
        <text x="50" y="\(level > 99 ? 57 : 58)" text-anchor="middle">\(level)</text></svg>
        """
    )
  }

  private static func rank(_ level: Int) -> Int {
    switch level {
    case ..<30: 1
    case ..<60: 2
    case ..<100: 3
    case ..<365: 4
    default: 5
    }
  }

  private static func rosette(_ level: Int) -> String {
    let points = 8 + 4 * rank(level)
    let corners = (0..<2 * points).map { place -> String in
      let radius = place % 2 == 0 ? 45.0 : 39.5
      let angle = Double(place) * .pi / Double(points)
      let x = Chart.number(50 + radius * sin(angle))
      let y = Chart.number(48 - radius * cos(angle))
      return "\(x) \(y)"
    }
    return "M" + corners.joined(separator: "L") + "Z"
  }
}
