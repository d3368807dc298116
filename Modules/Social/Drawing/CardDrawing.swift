import Core
import SocialContract

/// Draws cards, all formats from one layout.
public enum CardDrawing {
  /// The same card, look and fonts give the same bytes.
  ///
  /// - Throws: `DomainError` with `no-cairo` where a PNG or PDF is asked for and the system has no
  ///   cairo, with `picture-failed` when cairo gives up.
  public static func draw(
    _ card: ShareCard,
    as format: PictureFormat,
    look: CardLook
  ) throws -> [UInt8] {
    try draw(card, as: format, look: look, cairo: { try Cairo.shared() })
  }

  /// Whether the title's letters can be drawn; where not, the card says what it says without one.
  ///
  /// Emoji never are: they are left out of a title that has letters too.
  public static func canDraw(title: String, as format: PictureFormat) throws -> Bool {
    let text = TitleText.withoutEmoji(title)
    guard !text.isEmpty, format != .svg else { return !text.isEmpty }
    return try CairoText(Cairo.shared()).canDraw(text)
  }

  static func draw(
    _ card: ShareCard,
    as format: PictureFormat,
    look: CardLook,
    cairo: () throws -> Cairo
  ) throws -> [UInt8] {
    guard format != .svg else {
      let title = card.title.map(TitleText.withoutEmoji)
      let layout = CardLayout(card, title: title, look, DejaVuWidths())
      return Array(SVGPicture(layout, scale: look.scale).text.utf8)
    }
    let cairo = try cairo()
    let text = try CairoText(cairo)
    let title = card.title.map(TitleText.withoutEmoji).flatMap { text.canDraw($0) ? $0 : nil }
    let layout = CardLayout(card, title: title, look, text)
    let picture = CairoPicture(cairo, layout.shapes)
    return format == .png
      ? try picture.png(scale: look.scale) : try picture.pdf(createdOn: card.day)
  }
}
