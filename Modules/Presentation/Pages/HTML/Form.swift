import Core

extension PageRequest {
  /// A form that runs an action and comes back here.
  ///
  /// With a script the page is changed in place, and what is done offline is kept and sent later;
  /// without one the browser does it in its own way.
  ///
  /// - Parameters:
  ///   - fields: what goes along unseen.
  ///   - label: what screen readers call the form; nil where its button says it all.
  public func form(
    _ action: String,
    fields: [(name: String, value: String)] = [],
    class style: String? = nil,
    label: String? = nil,
    takesFiles: Bool = false,
    _ content: HTML
  ) -> HTML {
    let encoding = takesFiles ? "multipart/form-data" : nil
    return """
      <form method="post" action="/do/\(action)"\(attribute: "class", style)\
      \(attribute: "aria-label", label)\(attribute: "enctype", encoding) data-live>\
      <input type="hidden" name="token" value="\(protection.token)">\
      <input type="hidden" name="back" value="\(path)">\
      \(each: fields, hidden)\
      \(content)</form>
      """
  }

  /// A button that runs an action.
  ///
  /// - Parameter label: what screen readers say instead of the content, where that is a sign.
  public func button(
    _ action: String,
    fields: [(name: String, value: String)] = [],
    class style: String = "button",
    label: String? = nil,
    _ content: HTML
  ) -> HTML {
    form(
      action,
      fields: fields,
      class: "inline",
      """
      <button class="\(style)"\(attribute: "aria-label", label)>\(content)</button>
      """
    )
  }

  private func hidden(_ field: (name: String, value: String)) -> HTML {
    "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">"
  }
}
