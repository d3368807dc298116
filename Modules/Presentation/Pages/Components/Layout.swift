import Core
import Presentation

extension HTML {
  /// The top of a page: its only `h1`, a line below it, and actions.
  public static func header(_ title: String, note: String? = nil, _ actions: HTML? = nil) -> HTML {
    let line = note.map { words -> HTML in "<p class=\"muted\">\(words)</p>" }
    let tools = actions.map { buttons -> HTML in "<div class=\"toolbar\">\(buttons)</div>" }
    return "<header class=\"page-head\"><div><h1>\(title)</h1>\(line)</div>\(tools)</header>"
  }

  /// The only link back from a page to the one above it, shown above its header.
  ///
  /// - Parameter words: the name of the other page.
  public static func wayBack(_ path: String, _ words: String) -> HTML {
    "<p class=\"way-back\"><a href=\"\(path)\">\(Icon.back.html)\(words)</a></p>"
  }

  /// A card with an optional heading.
  ///
  /// - Parameter style: additional classes, such as `quiet` or `accent`.
  public static func card(_ title: String? = nil, style: String? = nil, _ content: HTML) -> HTML {
    let heading = title.map { words -> HTML in "<h2>\(words)</h2>" }
    let classes = style.map { "card \($0)" } ?? "card"
    return "<section class=\"\(classes)\">\(heading)\(content)</section>"
  }

  /// Lines to type in a terminal, which wrap on a narrow screen.
  ///
  /// An option stays whole: where a line ended within `--code`, it would read like `-- code`.
  public static func commands(_ lines: String) -> HTML {
    let words = lines.split(separator: " ", omittingEmptySubsequences: false).map { word -> HTML in
      word.hasPrefix("--") ? "<span>\(word)</span>" : "\(word)"
    }
    let text = words.dropFirst().reduce(words[0]) { all, word -> HTML in "\(all) \(word)" }
    return "<pre class=\"code\"><code>\(text)</code></pre>"
  }

  /// Large numbers side by side.
  public static func figures(_ figures: [Figure]) -> HTML {
    "<dl class=\"figures\">\(each: figures, \.html)</dl>"
  }

  /// A placeholder where there is nothing yet: a friendly sentence and the next step.
  public static func empty(_ words: String, icon: Icon, action: HTML? = nil) -> HTML {
    "<div class=\"empty\"><span class=\"empty-sign\">\(icon.html)</span><p>\(words)</p>\(action)</div>"
  }

  /// A dot in a color that the person chose.
  ///
  /// - Parameter label: its meaning, if no text beside it states that.
  public static func dot(_ color: RGB, label: String? = nil) -> HTML {
    let hidden = label == nil ? "true" : nil
    return """
      <svg class="dot" viewBox="0 0 10 10"\(attribute: "role", label.map { _ in "img" })\
      \(attribute: "aria-label", label)\(attribute: "aria-hidden", hidden)>\
      <circle cx="5" cy="5" r="4.5" fill="\(color.css)"/></svg>
      """
  }

  /// The mark beside a title: the emoji that the person chose, or a dot of their color.
  public static func face(_ icon: String?, _ color: RGB) -> HTML {
    icon.map { "<span class=\"face\" aria-hidden=\"true\">\($0)</span>" } ?? dot(color)
  }

  /// A title and the mark beside it, which stays there if the title needs more than one line.
  public static func titled(_ face: HTML?, _ title: HTML) -> HTML {
    "<span class=\"titled\">\(face)<span>\(title)</span></span>"
  }

  /// A link; the style `button` makes it look like a button.
  public static func link(_ href: String, _ text: String, style: String? = nil) -> HTML {
    link(href, style: style, "\(text)")
  }

  /// A link around any content, such as an icon with text beside it.
  public static func link(
    _ href: String,
    style: String? = nil,
    label: String? = nil,
    _ content: HTML
  ) -> HTML {
    "<a href=\"\(href)\"\(attribute: "class", style)\(attribute: "aria-label", label)>\(content)</a>"
  }

  /// Content that is collapsed until the person opens it.
  ///
  /// - Parameter subject: what it is about, for screen readers: `about Ada`. Several on a page that
  ///   have the same summary are told apart by it.
  public static func disclosure(
    _ summary: String,
    subject: String? = nil,
    isOpen: Bool = false,
    _ content: HTML
  ) -> HTML {
    """
    <details\(attribute: "open", if: isOpen)><summary>\(summary)\(subject.map { spoken(" \($0)") })</summary>\
    <div class="disclosed">\(content)</div></details>
    """
  }

  /// A progress bar.
  ///
  /// - Parameters:
  ///   - share: 0 to 1.
  ///   - label: text for screen readers: `3 of 5 done`.
  public static func bar(share: Double, label: String) -> HTML {
    let width = Chart.number(min(1, max(0, share)) * 100)
    return """
      <svg class="bar" role="img" aria-label="\(label)" viewBox="0 0 100 1" \
      preserveAspectRatio="none"><rect width="\(width)" height="1"/></svg>
      """
  }

  /// A list of rows separated by lines.
  public static func list(_ rows: [HTML]) -> HTML {
    "<ul class=\"list\">\(each: rows, { "<li>\($0)</li>" })</ul>"
  }

  /// Text for screen readers only.
  public static func spoken(_ words: String) -> HTML {
    "<span class=\"visually-hidden\">\(words)</span>"
  }
}

/// A number and what it counts.
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
