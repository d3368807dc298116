import Core
import Glibc

extension RGB {
  public static let white = RGB(255, 255, 255)
  public static let black = RGB(0, 0, 0)

  /// Relative luminance, 0 (black) to 1 (white): WCAG 2.2, "relative luminance".
  public var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast with another color, 1 to 21: WCAG 2.2, "contrast ratio".
  public func contrast(with other: RGB) -> Double {
    let (a, b) = (luminance + 0.05, other.luminance + 0.05)
    return max(a, b) / min(a, b)
  }

  /// This color, darkened or lightened just enough to contrast with every ground.
  ///
  /// It moves away from the grounds: toward black where they are light, toward white where they are
  /// dark.
  ///
  /// - Parameter contrast: WCAG 2.2 level AA requires 4.5 for text and 3 for large text and
  ///   graphics.
  public func readable(on grounds: [RGB], contrast: Double = 4.5) -> RGB {
    // Black and white contrast equally with a luminance of 0.18.
    let isLight = grounds.allSatisfy { $0.luminance > 0.18 }
    return mixed(toward: isLight ? .black : .white) { color in
      grounds.allSatisfy { color.contrast(with: $0) >= contrast }
    }
  }

  /// This color, mixed with `end` in steps of a twentieth until `isEnough` returns true.
  public func mixed(toward end: RGB, until isEnough: (RGB) -> Bool) -> RGB {
    for step in 0...20 {
      let color = mixed(with: end, share: Double(step) / 20)
      if isEnough(color) { return color }
    }
    return end
  }

  /// The color in CSS notation: `#2da44e`.
  public var css: String { "#" + Hexadecimal.text([red, green, blue]) }
}
