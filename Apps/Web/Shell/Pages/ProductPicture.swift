import Pages
import Presentation

/// A small scene of each product's first page, in its own colors: it looks the same by day and night.
enum ProductPicture {
  static func of(_ motif: Look.Motif) -> HTML {
    let scene: HTML =
      switch motif {
      case .plain: graph
      case .garden: garden
      case .dusk: sky
      case .ember: flame
      }
    return """
      <svg class="product-picture" viewBox="0 0 320 160" aria-hidden="true" \
      preserveAspectRatio="xMidYMid slice">\(scene)</svg>
      """
  }

  /// A year of days, fuller toward its end.
  private static var graph: HTML {
    let colors = ["#17352b", "#17614a", "#1f9a72", "#38d39f", "#b5f7dd"]
    let cells = (0..<18).map { week -> HTML in
      let days = (0..<7).map { day -> HTML in
        // A pattern without randomness that looks natural: more over time, and quiet weekends.
        let bent = (week * 7 + day * 5 + week * day * 3) % 11
        let level = day > 4 ? bent / 5 : min(4, (bent + week / 2) / 4)
        return """
          <rect x="\(17 + week * 16)" y="\(26 + day * 16)" width="12" height="12" rx="3" \
          fill="\(colors[level])"/>
          """
      }
      return days.joined()
    }
    return "<rect width=\"320\" height=\"160\" fill=\"#0b231b\"/>\(cells.joined())"
  }

  /// Three plants at different stages, under a low sun.
  private static let garden: HTML = """
    <rect width="320" height="160" fill="#fdf3d7"/><circle cx="252" cy="46" r="22" fill="#f4c653"/>\
    <path d="M0 112c60-26 120-22 176-6s104 8 144-8v62H0z" fill="#cfdf9f"/>\
    <path d="M0 132c70-20 150-8 210 0s80 4 110-4v32H0z" fill="#9fbf6d"/>\
    <g fill="none" stroke="#4f7a34" stroke-width="3.5" stroke-linecap="round">\
    <path d="M86 134V70M166 138V92M236 136v-18"/></g>\
    <g fill="#6f9c48"><path d="M86 116c-14 2-22-5-24-15 14-2 22 4 24 15zM86 104c12 0 20-6 22-16-13 0-21 \
    6-22 16zM166 122c-12 1-18-5-20-13 12-1 19 4 20 13zM166 114c10 0 16-5 18-13-11 0-17 5-18 13zM236 \
    126c-9 0-13-4-14-10 9 0 13 4 14 10zM236 122c8 0 12-4 13-10-8 0-12 4-13 10z"/></g>\
    <g fill="#fff" stroke="#e2b04a" stroke-width="2"><circle cx="86" cy="50" r="10"/>\
    <circle cx="99" cy="60" r="10"/><circle cx="94" cy="75" r="10"/><circle cx="78" cy="75" r="10"/>\
    <circle cx="73" cy="60" r="10"/></g><circle cx="86" cy="64" r="9" fill="#d9962a"/>\
    <path d="M166 94c-10-4-12-14-8-22 3 3 6 4 8 9 2-5 5-6 8-9 4 8 2 18-8 22z" fill="#e58fa5"/>
    """

  /// A night that turns to day over still water, with the elapsed time.
  private static let sky: HTML = """
    <defs><linearGradient id="clearing"><stop stop-color="#14233f"/><stop offset=".55" \
    stop-color="#4a6f9e"/><stop offset="1" stop-color="#f2cfa6"/></linearGradient></defs>\
    <rect width="320" height="160" fill="url(#clearing)"/>\
    <g fill="#fff"><circle cx="34" cy="34" r="1.6"/><circle cx="78" cy="18" r="1.2"/>\
    <circle cx="112" cy="46" r="1.5"/><circle cx="20" cy="74" r="1.2"/><circle cx="146" cy="24" r="1.1"/>\
    </g><path d="M74 62A19 19 0 1 1 62 32a15.500 15.500 0 0 0 12 30z" fill="#f3e3b8"/>\
    <circle cx="276" cy="112" r="24" fill="#fff3d6"/>\
    <path d="M0 118h320v42H0z" fill="#1c3355" opacity=".82"/>\
    <g fill="none" stroke="#b8d3ee" stroke-width="2.500" stroke-linecap="round" opacity=".7">\
    <path d="M24 134c10-5 16-5 26 0s16 5 26 0M108 146c10-5 16-5 26 0s16 5 26 0M212 136c10-5 16-5 26 0s16 \
    5 26 0"/></g><text x="160" y="92" text-anchor="middle" font-size="30" font-weight="300" \
    fill="#fff">41 days</text>
    """

  /// One flame with its number.
  private static let flame: HTML = """
    <rect width="320" height="160" fill="#3a1306"/><circle cx="160" cy="92" r="84" fill="#6b210a"/>\
    <circle cx="160" cy="96" r="60" fill="#9c310d"/>\
    <path d="M164 16c6 32 46 48 46 86a50 50 0 0 1-100 0c0-22 12-34 22-44 2 16 8 25 18 30 8-17 2-45 14-72z" \
    fill="#f7941f"/><path d="M164 74c3 16 22 22 22 42a26 26 0 0 1-52 0c0-11 6-17 11-22 1 7 4 11 8 13 \
    4-11 1-21 11-33z" fill="#ffe3b3"/><text x="160" y="132" text-anchor="middle" font-size="24" \
    font-weight="800" fill="#7a2407">12</text>
    """
}
