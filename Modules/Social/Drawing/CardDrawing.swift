import Core
import SocialContract

/// Draws cards, with the same layout in all formats.
public enum CardDrawing {
  /// Draws a card; the same card, look and fonts produce the same bytes.
  ///
  /// - Throws: `DomainError` with `no-cairo` if a PNG or PDF is requested and the system has no
  ///   cairo, or with `picture-failed` if cairo fails.
  public static func draw(
    _ card: ShareCard,
    as format: PictureFormat,
    look: CardStyle
  ) throws -> [UInt8] {
    try draw(card, as: format, look: look, cairo: { try Cairo.shared() })
  }

  /// Whether the title can be drawn; otherwise the card uses general words instead.
  ///
  /// Emoji are never drawn: they are removed from a title that also has letters.
  public static func canDraw(title: String, as format: PictureFormat) throws -> Bool {
    let text = TitleText.withoutEmoji(title)
    guard !text.isEmpty, format != .svg else { return !text.isEmpty }
    return try CairoText(Cairo.shared()).canDraw(text)
  }

  static func draw(
    _ card: ShareCard,
    as format: PictureFormat,
    look: CardStyle,
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
