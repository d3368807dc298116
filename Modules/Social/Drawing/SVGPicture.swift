import Core
import Presentation

/// The shapes of a page as SVG 1.1, generated here since cairo would turn every letter into a path.
struct SVGPicture {
  let layout: CardLayout
  let scale: Int

  init(_ layout: CardLayout, scale: Int) {
    self.layout = layout
    self.scale = scale
  }

  var text: String {
    let (width, height) = CardPage.size(.svg, scale: scale)
    let lines = layout.shapes.map(element)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(CardPage.width) \(CardPage.height)" role="img" \
      font-family="'DejaVu Sans', Verdana, sans-serif">
      <title>\(escaped(layout.summary))</title>
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }

  private func element(_ shape: Shape) -> String {
    switch shape {
    case .box(let frame, let radius, let color):
      "<rect \(box(frame, radius)) fill=\"\(color.css)\"/>"
    case .frame(let frame, let radius, let width, let color):
      "<rect \(box(frame, radius)) fill=\"none\" stroke=\"\(color.css)\" "
        + "stroke-width=\"\(number(width))\"/>"
    case .area(let outline, let color):
      "<path d=\"\(outline.steps.map(command).joined())\" fill=\"\(color.css)\"/>"
    case .text(let line): element(line)
    }
  }

  private func element(_ line: TextLine) -> String {
    let anchor = line.anchor == .start ? "" : " text-anchor=\"\(line.anchor.rawValue)\""
    let weight = line.isBold ? " font-weight=\"bold\"" : ""
    return "<text x=\"\(number(line.at.x))\" y=\"\(number(line.at.y))\" "
      + "font-size=\"\(number(line.size))\"\(weight)\(anchor) fill=\"\(line.color.css)\">"
      + "\(escaped(line.text))</text>"
  }

  private func box(_ frame: Frame, _ radius: Double) -> String {
    let corner = radius > 0 ? " rx=\"\(number(radius))\"" : ""
    return "x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" width=\"\(number(frame.width))\" "
      + "height=\"\(number(frame.height))\"\(corner)"
  }

  private func command(_ step: Outline.Step) -> String {
    func pair(_ p: Point) -> String { "\(number(p.x)) \(number(p.y))" }
    return switch step {
    case .move(let p): "M\(pair(p))"
    case .line(let p): "L\(pair(p))"
    case .curve(let a, let b, let c): "C\(pair(a)) \(pair(b)) \(pair(c))"
    case .close: "Z"
    }
  }

  /// Hundredths are finer than a pixel.
  private func number(_ value: Double) -> String { ShortNumber.hundredths(value) }

  /// Escapes text for elements and attributes; characters invalid in XML 1.0 are removed.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
