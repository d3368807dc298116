import Core
import Presentation

extension RGB {
  /// This color, lightened or darkened until text in it is legible on the background.
  ///
  /// On a known background the contrast is 4.5 (WCAG AA for text). On an unknown one the color gets
  /// a lightness that contrasts with both white and a dark gray, at least 3 : 1.
  func legible(on appearance: Appearance) -> RGB {
    switch appearance {
    case .dark: mixed(toward: .white) { $0.contrast(with: .darkGround) >= 4.5 }
    case .light: mixed(toward: .black) { $0.contrast(with: .white) >= 4.5 }
    case .unknown:
      mixed(toward: .white) { $0.contrast(with: .darkGround) >= 3.3 }
        .mixed(toward: .black) { $0.contrast(with: .white) >= 3.3 }
    }
  }

  /// The lightest background of common dark color schemes.
  static let darkGround = RGB(0x28, 0x2C, 0x34)

  /// The nearest of the 216 colors and 24 grays that follow the first 16 in xterm's 256 colors.
  ///
  /// Distance: Thiadmer Riemersma, "Colour metric" (the "redmean" formula).
  var indexed256: Int {
    func step(_ channel: UInt8) -> Int {
      channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40
    }
    let steps = [step(red), step(green), step(blue)]
    let levels = steps.map { UInt8($0 == 0 ? 0 : 55 + 40 * $0) }
    let cube = RGB(levels[0], levels[1], levels[2])
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let grayIndex = min(23, max(0, (mean - 3) / 10))
    let level = UInt8(8 + 10 * grayIndex)
    let gray = RGB(level, level, level)
    if distance(to: gray) < distance(to: cube) { return 232 + grayIndex }
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  private func distance(to other: RGB) -> Int {
    let mean = (Int(red) + Int(other.red)) / 2
    let (r, g, b) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return (512 + mean) * r * r / 256 + 4 * g * g + (767 - mean) * b * b / 256
  }

  /// The SGR code of the one of the 16 colors with the nearest hue; nil for grays.
  ///
  /// Grays are best left to the terminal's own foreground. Hue decides, not distance: a deep green
  /// is nearer to gray than to the bright green of most terminals, but should still appear green.
  var sgr16: Int? {
    let (r, g, b) = (Int(red), Int(green), Int(blue))
    let (high, low) = (max(r, g, b), min(r, g, b))
    let chroma = high - low
    guard chroma * 4 >= high, chroma > 24 else { return nil }
    // Sixths of the color wheel, from red.
    let sextant: Double =
      switch high {
      case r: Double(g - b) / Double(chroma)
      case g: 2 + Double(b - r) / Double(chroma)
      default: 4 + Double(r - g) / Double(chroma)
      }
    let hues = [31, 33, 32, 36, 34, 35]
    return hues[(Int(sextant.rounded()) + 6) % 6]
  }
}
