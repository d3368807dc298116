/// A drawing of 24 by 24 units in strokes of the text color.
///
/// It is drawn inline, so that nothing has to be fetched; each icon takes a few dozen bytes.
public struct Icon: Sendable, Equatable {
  /// The content of the `svg` element.
  public let strokes: String

  public init(_ strokes: String) { self.strokes = strokes }

  /// The drawing; hidden from screen readers, so there must be text beside it.
  public var html: HTML {
    HTML(
      trusted: #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">"#
        + strokes + "</svg>"
    )
  }

  public static let back = Icon(#"<path d="M15 5l-7 7 7 7"/>"#)
  public static let today = Icon(
    #"<rect x="4" y="5" width="16" height="15" rx="3"/><path d="M8 3v4M16 3v4M8.5 13.5l2.5 2.5 4.5-5"/>"#
  )
  public static let week = Icon(
    #"<rect x="3" y="5" width="18" height="14" rx="3"/><path d="M9 5v14M15 5v14"/>"#
  )
  public static let grid = Icon(
    #"<rect x="4" y="4" width="6" height="6" rx="1.5"/><rect x="14" y="4" width="6" height="6" rx="1.5"/><rect x="4" y="14" width="6" height="6" rx="1.5"/><rect x="14" y="14" width="6" height="6" rx="1.5"/>"#
  )
  public static let chart = Icon(#"<path d="M4 20h16M7 16v-5M12 16V6M17 16v-8"/>"#)
  public static let moon = Icon(#"<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>"#)
  public static let badge = Icon(
    #"<circle cx="12" cy="9.5" r="5.5"/><path d="M8.5 14l-1.5 7 5-2.5 5 2.5-1.5-7"/>"#
  )
  public static let bell = Icon(
    #"<path d="M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0"/>"#
  )
  public static let settings = Icon(
    #"<path d="M4 7h9M19 7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="2.5"/><circle cx="8" cy="17" r="2.5"/>"#
  )
  public static let shield = Icon(#"<path d="M12 3l7 3v5.5c0 4.5-3 8-7 9.5-4-1.5-7-5-7-9.5V6z"/>"#)
  public static let flame = Icon(
    #"<path d="M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.5-5 .2 2 1 3 2 3.5C11.5 9 10.5 6 12 3z"/>"#
  )
  public static let plus = Icon(#"<path d="M12 5v14M5 12h14"/>"#)
  public static let check = Icon(#"<path d="M5 12.5l4.5 4.5L19 7.5"/>"#)
  public static let share = Icon(
    #"<path d="M12 15V4M8 7.5L12 3.5l4 4M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6"/>"#
  )
}
