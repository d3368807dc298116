import Core
import Presentation

/// The file formats of a card.
public enum PictureFormat: String, Sendable, CaseIterable {
  case png, svg, pdf
}

/// The appearance and wording of a card.
public struct CardStyle: Sendable {
  public var theme: Theme
  public var voice: Voice
  /// The product's name, shown in small letters at the bottom.
  public var productTitle: String
  public var isDark: Bool
  /// How large numbers are written.
  public var numbers: NumberStyle
  /// Pixels per point, 1 or 2; ignored for PDF.
  public var scale: Int

  public init(
    product: Product,
    isDark: Bool = false,
    scale: Int = 2,
    numbers: NumberStyle = .comma
  ) {
    theme = product.theme
    voice = product.voice
    productTitle = product.title
    self.isDark = isDark
    self.numbers = numbers
    self.scale = min(2, max(1, scale))
  }
}

/// The page of every card, in points: the ratio 4:5, which picture feeds show without cropping.
///
/// On a phone it is shown about 390 wide, at 0.72 of its size; text is at least 17 here, and so at
/// least 12 there.
public enum CardPage {
  public static let width = 540
  public static let height = 675

  /// Returns the width and height of a picture, in pixels; in points for PDF.
  public static func size(_ format: PictureFormat, scale: Int) -> (width: Int, height: Int) {
    let factor = format == .pdf ? 1 : scale
    return (width * factor, height * factor)
  }
}
