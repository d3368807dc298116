import Core

extension PageRequest {
  /// A form that runs an action and returns to the current page.
  ///
  /// With a script the page is updated in place, and forms submitted offline are queued and sent
  /// later; without one the browser submits the form itself.
  ///
  /// - Parameters:
  ///   - fields: hidden fields.
  ///   - back: where to return instead, such as from a page that is gone once the action is done.
  ///   - label: the form's name for screen readers; nil if its button says enough.
  ///   - isPlain: whether the browser always submits it, since the app is different afterwards.
  public func form(
    _ action: String,
    fields: [(name: String, value: String)] = [],
    back: String? = nil,
    class style: String? = nil,
    label: String? = nil,
    takesFiles: Bool = false,
    savesItself: Bool = false,
    isPlain: Bool = false,
    _ content: HTML
  ) -> HTML {
    let encoding = takesFiles ? "multipart/form-data" : nil
    return """
      <form method="post" action="/do/\(action)\(key)"\(attribute: "class", style)\
      \(attribute: "aria-label", label)\(attribute: "enctype", encoding)\
      \(attribute: "data-live", if: !isPlain)\
      \(attribute: "data-auto", if: savesItself)>\
      <input type="hidden" name="token" value="\(protection.token)">\
      <input type="hidden" name="back" value="\(back ?? path)">\
      \(each: fields, hidden)\
      \(content)</form>
      """
  }

  /// The query that an embedded page's forms need.
  private var key: String {
    protection.frame == .acting ? "?\(embedding.actingItem)" : ""
  }

  /// A button that runs an action.
  ///
  /// - Parameters:
  ///   - back: where to return instead of the current page.
  ///   - label: text for screen readers instead of the content, if that is a symbol, or one of several
  ///     buttons that say the same.
  public func button(
    _ action: String,
    fields: [(name: String, value: String)] = [],
    back: String? = nil,
    class style: String = "button",
    label: String? = nil,
    _ content: HTML
  ) -> HTML {
    form(
      action,
      fields: fields,
      back: back,
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
