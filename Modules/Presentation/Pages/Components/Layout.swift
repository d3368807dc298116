import Core
import Presentation

extension HTML {
  /// The top of a page: its one `h1`, a line below it and what can be done.
  public static func header(_ title: String, note: String? = nil, _ actions: HTML? = nil) -> HTML {
    let line = note.map { words -> HTML in "<p class=\"muted\">\(words)</p>" }
    let tools = actions.map { buttons -> HTML in "<div class=\"toolbar\">\(buttons)</div>" }
    return "<header class=\"page-head\"><div><h1>\(title)</h1>\(line)</div>\(tools)</header>"
  }

  /// A surface that sets something apart, with its heading.
  ///
  /// - Parameter style: further classes, such as `quiet` or `accent`.
  public static func card(_ title: String? = nil, style: String? = nil, _ content: HTML) -> HTML {
    let heading = title.map { words -> HTML in "<h2>\(words)</h2>" }
    let classes = style.map { "card \($0)" } ?? "card"
    return "<section class=\"\(classes)\">\(heading)\(content)</section>"
  }

  /// Numbers large enough to be read from afar, side by side.
  public static func figures(_ figures: [Figure]) -> HTML {
    "<dl class=\"figures\">\(each: figures, \.html)</dl>"
  }

  /// What stands where there is nothing yet: a friendly word and the next step.
  public static func empty(_ words: String, icon: Icon, action: HTML? = nil) -> HTML {
    "<div class=\"empty\"><span class=\"empty-sign\">\(icon.html)</span><p>\(words)</p>\(action)</div>"
  }

  /// A dot in a color of the person's choice.
  ///
  /// - Parameter label: what it stands for, where no words beside it say so.
  public static func dot(_ color: RGB, label: String? = nil) -> HTML {
    let hidden = label == nil ? "true" : nil
    return """
      <svg class="dot" viewBox="0 0 10 10"\(attribute: "role", label.map { _ in "img" })\
      \(attribute: "aria-label", label)\(attribute: "aria-hidden", hidden)>\
      <circle cx="5" cy="5" r="4.5" fill="\(color.css)"/></svg>
      """
  }

  /// A link; with the style `button` it looks like one.
  public static func link(_ href: String, _ text: String, style: String? = nil) -> HTML {
    link(href, style: style, "\(text)")
  }

  /// A link around anything, such as an icon with words beside it.
  public static func link(
    _ href: String,
    style: String? = nil,
    label: String? = nil,
    _ content: HTML
  ) -> HTML {
    "<a href=\"\(href)\"\(attribute: "class", style)\(attribute: "aria-label", label)>\(content)</a>"
  }

  /// Something that opens when it is asked for.
  public static func disclosure(
    _ summary: String,
    isOpen: Bool = false,
    _ content: HTML
  ) -> HTML {
    """
    <details\(attribute: "open", if: isOpen)><summary>\(summary)</summary>\
    <div class="disclosed">\(content)</div></details>
    """
  }

  /// How far something has come.
  ///
  /// - Parameters:
  ///   - share: 0 to 1.
  ///   - label: what screen readers say: `3 of 5 done`.
  public static func bar(share: Double, label: String) -> HTML {
    let width = Chart.number(min(1, max(0, share)) * 100)
    return """
      <svg class="bar" role="img" aria-label="\(label)" viewBox="0 0 100 1" \
      preserveAspectRatio="none"><rect width="\(width)" height="1"/></svg>
      """
  }

  /// A list of rows with lines between them.
  public static func list(_ rows: [HTML]) -> HTML {
    "<ul class=\"list\">\(each: rows, { "<li>\($0)</li>" })</ul>"
  }

  /// Words that only screen readers say.
  public static func spoken(_ words: String) -> HTML {
    "<span class=\"visually-hidden\">\(words)</span>"
  }
}

/// A number that matters, and what it counts.
public struct Figure: Sendable, Equatable {
  public let value: String
  public let label: String
  public let note: String?

  public init(value: String, label: String, note: String? = nil) {
    self.value = value
    self.label = label
    self.note = note
  }

  var html: HTML {
    let small = note.map { words -> HTML in "<dd class=\"muted small\">\(words)</dd>" }
    return "<div><dt>\(label)</dt><dd class=\"figure\">\(value)</dd>\(small)</div>"
  }
}
