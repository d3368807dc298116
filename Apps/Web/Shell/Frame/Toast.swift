import Pages

extension PageRequest {
  /// The message of the preceding form, with an undo button.
  func toast(_ message: Message) -> HTML {
    let role = message.kind == .refusal ? "alert" : "status"
    return """
      <div class="toast" role="\(role)" data-kind="\(message.kind.rawValue)"\
      \(attribute: "data-rank", message.rank?.description)\
      \(attribute: "data-lasts", if: message.lasts == true)>\
      \(message.level.map { Medal.html($0, rank: message.rank ?? 1) })<p>\(message.text)</p>\(message.link.map(PageRequest.way))\(message.undo.map(undoButton))\
      <button class="button quiet icon-only" type="button" data-dismiss hidden \
      aria-label="Close this message">\(Icon.cross.html)</button></div>
      """
  }

  private static func way(_ link: Message.Link) -> HTML {
    HTML.link(link.path, link.label, style: "button quiet")
  }

  private func undoButton(_ undo: Undo) -> HTML {
    let fields = undo.fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    return button(undo.action, fields: fields, class: "button quiet", "Undo")
  }
}

extension Icon {
  static let cross = Icon(#"<path d="M6 6l12 12M18 6L6 18"/>"#)
}
