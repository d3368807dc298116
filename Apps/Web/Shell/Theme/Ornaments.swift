import Core
import Presentation

/// Small drawings that give a product its character, as images in the style sheet.
struct Ornaments: Sendable {
  let motif: Look.Motif

  init(_ motif: Look.Motif) { self.motif = motif }

  /// The mark of a done day, as a mask of 24 by 24 units: only its shape matters.
  var done: String {
    switch motif {
    case .plain: Ornaments.stroke("M5 12.5l4.5 4.5L19 7.5", width: 3)
    case .garden: Ornaments.blossom
    case .dusk: #"<circle cx="12" cy="12" r="6"/>"#
    case .ember: Ornaments.flame
    }
  }

  /// The background of the page, as the last layer of a `background`.
  var ground: String {
    switch motif {
    case .plain, .garden: "var(--page)"
    case .dusk: "linear-gradient(var(--page) 30%,var(--glow))"
    case .ember: "radial-gradient(50rem 26rem at 85% -8rem,var(--glow),transparent),var(--page)"
    }
  }

  /// A picture on the background, faint enough for text on top of it.
  var picture: String? {
    switch motif {
    case .plain, .ember: nil
    case .garden: Ornaments.url(Ornaments.sprig, box: "0 0 120 120")
    case .dusk: Ornaments.url(Ornaments.water, box: "0 0 432 60")
    }
  }

  /// A twig with leaves and two blossoms, hanging from the upper right.
  private static let sprig = """
    <g fill="#7fa657" opacity=".38"><path fill="none" stroke="#7fa657" stroke-width="1.6" \
    stroke-linecap="round" d="M118 4C92 14 66 30 44 62M92 17c-3 10-12 19-22 24M78 26C66 24 56 27 \
    48 34"/><path d="M44 62c-9 2-15 9-16 19 9-2 15-9 16-19zM58 46c-10-4-19-2-26 5 9 5 19 3 26-5z\
    M70 41c-1 10 2 18 10 24 4-9 0-18-10-24zM86 20c-6-8-14-10-23-8 5 8 13 11 23 8zM94 18c2 9 8 15 \
    17 17 1-9-6-16-17-17z"/></g><g fill="#eaa6a0" opacity=".55"><circle cx="48" cy="30" r="4"/>\
    <circle cx="43" cy="34" r="4"/><circle cx="45" cy="40" r="4"/><circle cx="51" cy="40" r="4"/>\
    <circle cx="53" cy="34" r="4"/></g><circle cx="48" cy="35.5" r="2.6" fill="#d9a23a" \
    opacity=".8"/>
    """

  /// Ripples that fade toward the shore; both ends meet, so that they can be tiled.
  private static let water = """
    <g fill="none" stroke="#7f9fc8" stroke-width="1.5"><path opacity=".3" d="M0 18c26-7 46-7 72 0\
    s46 7 72 0 46-7 72 0 46 7 72 0 46-7 72 0 46 7 72 0"/><path opacity=".22" d="M0 33c20-6 34-6 54 \
    0s34 6 54 0 34-6 54 0 34 6 54 0 34-6 54 0 34 6 54 0 34-6 54 0 34 6 54 0"/><path opacity=".15" \
    d="M0 47c13-4 23-4 36 0s23 4 36 0 23-4 36 0 23 4 36 0 23-4 36 0 23 4 36 0 23-4 36 0 23 4 36 0 \
    23-4 36 0 23 4 36 0 23-4 36 0 23 4 36 0"/></g>
    """

  private static func stroke(_ path: String, width: Int) -> String {
    """
    <path fill="none" stroke="#000" stroke-width="\(width)" stroke-linecap="round" \
    stroke-linejoin="round" d="\(path)"/>
    """
  }

  /// Five petals around a hole.
  private static let blossom = """
    <path fill-rule="evenodd" d="M12 2a4 4 0 0 1 3.6 5.7 4 4 0 0 1 4.2 6.4 4 4 0 0 1-4.5 1.7 4 4 0 \
    0 1-3.3 5.7 4 4 0 0 1-3.3-5.7 4 4 0 0 1-4.5-1.7 4 4 0 0 1 4.2-6.4A4 4 0 0 1 12 2zm0 8a2.3 2.3 \
    0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z"/>
    """

  private static let flame = """
    <path d="M12 2c.6 4.2 6.5 6.3 6.5 12.5a6.5 6.5 0 0 1-13 0c0-3 1.4-4.800 3-6 .2 \
    2.3 1.200 3.6 2.400 4.2C11.4 9.5 10.200 5.800 12 2z"/>
    """

  /// A drawing as a `url(…)` for a style sheet.
  ///
  /// Percent-encoded where CSS or RFC 2397 require it.
  static func url(_ content: String, box: String = "0 0 24 24") -> String {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='\(box)'>\(content)</svg>"
    var text = ""
    for character in drawing {
      switch character {
      case "\"": text += "'"
      case "#": text += "%23"
      case "<": text += "%3C"
      case ">": text += "%3E"
      default: text.append(character)
      }
    }
    return "url(\"data:image/svg+xml,\(text)\")"
  }
}
