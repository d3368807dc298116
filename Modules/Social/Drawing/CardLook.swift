import Core
import Presentation

/// The files that a card can be drawn as.
public enum PictureFormat: String, Sendable, CaseIterable {
  case png, svg, pdf
}

/// How a card looks and speaks.
public struct CardLook: Sendable {
  public var theme: Theme
  public var voice: Voice
  /// As people read it; stands small at the bottom.
  public var productTitle: String
  public var isDark: Bool
  /// Pixels for each point of the page, 1 or 2; a PDF has no pixels.
  public var scale: Int

  public init(product: Product, isDark: Bool = false, scale: Int = 2) {
    theme = product.theme
    voice = product.voice
    productTitle = product.title
    self.isDark = isDark
    self.scale = min(2, max(1, scale))
  }
}

/// The page of every card, in points: four to five, which feeds of pictures show without cutting.
///
/// On a phone it is shown about 390 wide, 0.72 of this; no text is smaller than 17 here, so that
/// none is smaller than 12 there.
public enum CardPage {
  public static let width = 540
  public static let height = 675

  /// Width and height of a picture, in pixels; of a PDF in points.
  public static func size(_ format: PictureFormat, scale: Int) -> (width: Int, height: Int) {
    let factor = format == .pdf ? 1 : scale
    return (width * factor, height * factor)
  }
}
