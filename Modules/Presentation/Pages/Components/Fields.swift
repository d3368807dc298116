/// The input type of a field.
public enum FieldKind: String, Sendable {
  case text, number, date, time, textarea, password, email, search, url, color, file
}

extension HTML {
  /// An input field with a label above it.
  ///
  /// - Parameters:
  ///   - hint: shown below the field and announced with its label.
  ///   - attributes: additional attributes, such as `("maxlength", "200")`; names are not escaped.
  public static func field(
    label: String,
    name: String,
    value: String? = nil,
    kind: FieldKind = .text,
    hint: String? = nil,
    required: Bool = false,
    attributes: [(String, String)] = []
  ) -> HTML {
    // Otherwise blanks would be accepted here, and refused far from the field.
    let filled = required && kind == .text && !attributes.contains { $0.0 == "pattern" }
    let words = [("pattern", #".*\S.*"#), ("title", "More than blanks")]
    let more = HTML.attributes(filled ? attributes + words : attributes)
    guard kind == .textarea else {
      return labeled(
        label,
        hint,
        """
        <input type="\(kind.rawValue)" name="\(name)"\(attribute: "value", value)\
        \(attribute: "required", if: required)\(more)>
        """
      )
    }
    // Browsers drop a line break right after the tag; the extra one preserves an empty first line.
    return labeled(
      label,
      hint,
      """
      <textarea name="\(name)" rows="3"\(attribute: "required", if: required)\(more)>\n\
      \(value ?? "")</textarea>
      """
    )
  }

  /// A choice of one option from a menu.
  ///
  /// - Parameter groups: further options, each group below a heading.
  public static func choice(
    label: String,
    name: String,
    options: [(value: String, label: String)],
    groups: [(label: String, options: [(value: String, label: String)])] = [],
    selected: String? = nil,
    hint: String? = nil
  ) -> HTML {
    let grouped = groups.map { group -> HTML in
      "<optgroup label=\"\(group.label)\">\(menu(group.options, selected))</optgroup>"
    }
    return labeled(
      label,
      hint,
      "<select name=\"\(name)\">\(menu(options, selected))\(grouped.joined())</select>"
    )
  }

  private static func menu(
    _ options: [(value: String, label: String)],
    _ selected: String?
  ) -> HTML {
    options.map { option -> HTML in
      """
      <option value="\(option.value)"\(attribute: "selected", if: option.value == selected)>\
      \(option.label)</option>
      """
    }.joined()
  }

  /// A labeled checkbox.
  public static func checkbox(
    label: String,
    name: String,
    value: String = "on",
    isOn: Bool = false,
    hint: String? = nil
  ) -> HTML {
    tick("checkbox", label, name, value, isOn, hint)
  }

  /// A choice of one option, all of which are visible.
  public static func radios(
    legend: String,
    name: String,
    options: [(value: String, label: String)],
    selected: String? = nil
  ) -> HTML {
    let ticks = options.map { tick("radio", $0.label, name, $0.value, $0.value == selected, nil) }
    return """
      <fieldset class="radios"><legend>\(legend)</legend><div class="cluster">\
      \(ticks.joined())</div></fieldset>
      """
  }

  private static func tick(
    _ type: String,
    _ label: String,
    _ name: String,
    _ value: String,
    _ isOn: Bool,
    _ hint: String?
  ) -> HTML {
    let small = hint.map { words -> HTML in "<small>\(words)</small>" }
    return """
      <label class="tick"><input type="\(type)" name="\(name)" value="\(value)"\
      \(attribute: "checked", if: isOn)><span>\(label)\(small)</span></label>
      """
  }

  /// A button that submits the form around it.
  ///
  /// - Parameters:
  ///   - subject: what it is about, for screen readers: several on a page that say the same are
  ///     told apart by it.
  ///   - field: what it sends beside the fields of the form.
  public static func submit(
    _ words: String,
    about subject: String,
    style: String = "button",
    sends field: (name: String, value: String)? = nil
  ) -> HTML {
    """
    <button class="\(style)"\(attribute: "name", field?.name)\(attribute: "value", field?.value) \
    aria-label="\(words): \(subject)">\(words)</button>
    """
  }

  private static func labeled(_ label: String, _ hint: String?, _ control: HTML) -> HTML {
    let small = hint.map { words -> HTML in "<small>\(words)</small>" }
    return "<label class=\"field\"><span>\(label)</span>\(control)\(small)</label>"
  }

  private static func attributes(_ attributes: [(String, String)]) -> HTML {
    let pieces = attributes.map { name, value -> HTML in
      " \(HTML(trusted: name))=\"\(value)\""
    }
    return pieces.joined()
  }
}
