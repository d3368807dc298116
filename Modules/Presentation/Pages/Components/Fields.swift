/// What kind of thing is typed into a field.
public enum FieldKind: String, Sendable {
  case text, number, date, time, textarea, password, email, search, url, color, file
}

extension HTML {
  /// A field to type into, with its label above it.
  ///
  /// - Parameters:
  ///   - hint: shown below the field, and read with its label.
  ///   - attributes: further ones, such as `("maxlength", "200")`; the names are written as given.
  public static func field(
    label: String,
    name: String,
    value: String? = nil,
    kind: FieldKind = .text,
    hint: String? = nil,
    required: Bool = false,
    attributes: [(String, String)] = []
  ) -> HTML {
    let more = HTML.attributes(attributes)
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
    // A line break right after the tag is dropped by browsers, so that a first empty line of the
    // person's stays.
    return labeled(
      label,
      hint,
      """
      <textarea name="\(name)" rows="3"\(attribute: "required", if: required)\(more)>\n\
      \(value ?? "")</textarea>
      """
    )
  }

  /// One of several, in a menu.
  public static func choice(
    label: String,
    name: String,
    options: [(value: String, label: String)],
    selected: String? = nil,
    hint: String? = nil
  ) -> HTML {
    let menu = options.map { option -> HTML in
      """
      <option value="\(option.value)"\(attribute: "selected", if: option.value == selected)>\
      \(option.label)</option>
      """
    }
    return labeled(label, hint, "<select name=\"\(name)\">\(menu.joined())</select>")
  }

  /// Something that is so or not.
  public static func checkbox(
    label: String,
    name: String,
    value: String = "on",
    isOn: Bool = false,
    hint: String? = nil
  ) -> HTML {
    tick("checkbox", label, name, value, isOn, hint)
  }

  /// One of several, all of them seen at once.
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
