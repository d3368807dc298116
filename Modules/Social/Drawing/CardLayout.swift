import Core
import Presentation
import SocialContract

/// The positions of everything on a card.
struct CardLayout {
  let card: ShareCard
  /// The title as it can be drawn; nil for general words.
  let title: String?
  let look: CardStyle
  let words: CardWords
  let paints: CardColors
  let measure: any TextMeasure
  var shapes: [Shape] = []

  static let page = Frame(
    x: 0,
    y: 0,
    width: Double(CardPage.width),
    height: Double(CardPage.height)
  )
  static let margin = 36.0
  /// The smallest font size; see ``CardPage``.
  static let small = 17.0

  init(_ card: ShareCard, title: String?, _ look: CardStyle, _ measure: any TextMeasure) {
    self.card = card
    self.title = title.flatMap { $0.isEmpty ? nil : $0 }
    self.look = look
    self.measure = measure
    words = CardWords(card, look.voice, look.numbers)
    paints = CardColors(look)
    box(CardLayout.page, radius: 0, paints.ground)
    if let grid = card.grid {
      header()
      panel(grid)
    } else {
      medal()
    }
    footer()
  }

  /// A description of the card in one line, for screen readers.
  var summary: String {
    let name = title ?? words.subject
    let later = words.later.map { " \($0)." } ?? ""
    // A name that is a sentence of its own, such as “Milestone unlocked!”.
    let isSentence = name.last.map { ".!?…".contains($0) } ?? false
    let start = isSentence ? name : "\(name):"
    return "\(start) \(words.number(card.headline.count)) \(words.headline). \(dates).\(later)"
  }

  var dates: String {
    guard let first = card.grid?.days.first?.day else { return card.day.words }
    return "\(first.shortWords(today: card.day)) – \(card.day.dayOfMonth) \(card.day.monthShort) "
      + "\(card.day.year)"
  }

  // MARK: Drawing

  /// Returns a muted label.
  func label(_ text: String, at point: Point, anchor: TextLine.Anchor = .start) -> Shape {
    let size = CardLayout.small
    return .text(TextLine(text: text, at: point, size: size, color: paints.muted, anchor: anchor))
  }

  mutating func box(_ frame: Frame, radius: Double, _ color: RGB) {
    shapes.append(.box(frame, radius: radius, color))
  }

  mutating func add(_ more: [Shape]) { shapes += more }

  /// Writes one line, truncated with an ellipsis if it is wider than `width`.
  mutating func write(
    _ text: String,
    at point: Point,
    size: Double = CardLayout.small,
    bold: Bool = false,
    _ color: RGB,
    anchor: TextLine.Anchor = .start,
    width: Double = CardLayout.page.width - 2 * CardLayout.margin
  ) {
    let fitted = measure.fitted(text, size: size, isBold: bold, to: width)
    shapes.append(
      .text(
        TextLine(
          text: fitted,
          at: point,
          size: size,
          isBold: bold,
          color: color,
          anchor: anchor
        )
      )
    )
  }

  /// Returns the largest size up to `size` at which `text` is at most `width` wide.
  func size(of text: String, upTo size: Double, bold: Bool, width: Double) -> Double {
    min(size, size * width / max(1, measure.width(of: text, size: size, isBold: bold)))
  }

  /// Writes the card's subject, in a smaller size if it is long.
  mutating func write(name point: Point, anchor: TextLine.Anchor) {
    let name = title ?? words.subject
    let width = CardLayout.page.width - 2 * CardLayout.margin
    let size = max(22, size(of: name, upTo: 30, bold: true, width: width))
    write(name, at: point, size: size, bold: true, paints.ink, anchor: anchor, width: width)
  }

  // MARK: Parts

  private mutating func header() {
    let (left, right) = (CardLayout.margin, CardLayout.page.width - CardLayout.margin)
    write(name: Point(left, 66), anchor: .start)
    write(dates, at: Point(left, 95), size: 18, paints.muted)
    let figures = card.figures.prefix(2).map(words.small)
    let beside = figures.map { figure in
      max(
        measure.width(of: figure.number, size: 26, isBold: true),
        measure.width(of: figure.label, size: 17, isBold: false)
      )
    }
    let width = right - left - (beside.max().map { $0 + 28 } ?? 0)
    let number = words.number(card.headline.count)
    let size = size(of: number, upTo: 108, bold: true, width: width)
    write(number, at: Point(left - size * 0.04, 206), size: size, bold: true, paints.accent)
    write(words.headline, at: Point(left, 242), size: 24, bold: true, paints.ink, width: width)
    let rows = figures.count == 1 ? [216.0] : [154, 216]
    for (row, figure) in zip(rows, figures) {
      let at = Point(right, row)
      write(figure.number, at: at, size: 26, bold: true, paints.ink, anchor: .end)
      write(figure.label, at: Point(right, row + 25), paints.muted, anchor: .end)
    }
  }

  private mutating func panel(_ grid: ShareGrid) {
    let frame = Frame(
      x: CardLayout.margin,
      y: 268,
      width: CardLayout.page.width - 2 * CardLayout.margin,
      height: 340
    )
    box(frame, radius: 20, paints.panel)
    let inside = frame.inset(by: 20)
    if card.kind == .sobriety {
      add(SoberPanel(grid, self).shapes(in: inside))
    } else {
      add(ContributionPanel(grid, self).shapes(in: inside))
    }
  }

  private mutating func footer() {
    let size = 24.0
    let y = 648.0
    let text = look.productTitle
    let width = measure.width(of: text, size: 18, isBold: true)
    let isCentered = card.grid == nil
    let x = isCentered ? CardLayout.page.midX - (size + 8 + width) / 2 : CardLayout.margin
    add(
      Sign(look.theme).shapes(
        at: Point(x, y - 19),
        size: size,
        paints.accent,
        inner: paints.ground
      )
    )
    write(text, at: Point(x + size + 8, y), size: 18, bold: true, paints.muted)
    guard let later = words.later, !isCentered else { return }
    let right = CardLayout.page.width - CardLayout.margin
    let room = right - (x + size + 8 + width + 20)
    write(later, at: Point(right, y), paints.muted, anchor: .end, width: room)
  }
}

extension Day {
  /// `Nov`.
  var monthShort: String { String(monthName.prefix(3)) }
}
