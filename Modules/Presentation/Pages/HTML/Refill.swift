/// Puts what was typed back into a form, and the reason for its refusal beside the field.
///
/// It works on the finished page, so that each form has this, whoever made it.
struct Refill {
  private let refused: RefusedForm
  private let isFragment: Bool
  private let bytes: [UInt8]
  private let tags: [MarkupTag]
  /// Tags that change, by their place among all.
  private var changed: [Int: MarkupTag] = [:]
  /// Other parts of the markup that change, in bytes.
  private var edits: [(range: Range<Int>, markup: String)] = []
  /// The number of values of each name that have been put back.
  private var used: [String: Int] = [:]
  /// Whether the reason for the refusal is in the page now.
  private(set) var isReasonShown = false

  /// - Parameter isFragment: whether only the reason is put in, and only beside a field: a script finds
  ///   what has the focus by its place in the page.
  init(_ refused: RefusedForm, _ body: HTML, isFragment: Bool) {
    self.refused = refused
    self.isFragment = isFragment
    bytes = Array(body.markup.utf8)
    tags = MarkupTag.all(in: bytes)
  }

  mutating func run() -> HTML {
    guard let form = form() else { return HTML(trusted: String(decoding: bytes, as: UTF8.self)) }
    let controls = form.filter { Refill.isControl(tags[$0]) }
    if !isFragment { for control in controls { fill(control) } }
    let blamed = controls.first { tags[$0]["name"] == refused.field && refused.field != nil }
    if let blamed {
      blame(blamed, in: form)
      unfold(around: blamed, focused: blamed)
    } else if !controls.isEmpty, !isFragment {
      explain(form)
      unfold(around: form.lowerBound, focused: nil)
    }
    return HTML(trusted: markup())
  }

  // MARK: The form

  /// The places of the tags of the form that was sent: several may have the same action.
  private func form() -> Range<Int>? {
    let forms = tags.indices.compactMap { start -> (range: Range<Int>, likeness: Int)? in
      guard tags[start].begins("form"), isTarget(tags[start]["action"]),
        let end = tags[start...].firstIndex(where: { $0.ends("form") }),
        let likeness = likeness(start..<end)
      else { return nil }
      return (start..<end, likeness)
    }
    let most = forms.map { $0.likeness }.max()
    return forms.first { $0.likeness == most }?.range
  }

  private func isTarget(_ address: String?) -> Bool {
    guard let address else { return false }
    return address.prefix { $0 != "?" } == refused.path
  }

  /// The number of fields whose names were sent; nil if a hidden one has another value.
  private func likeness(_ form: Range<Int>) -> Int? {
    var count = 0
    for tag in tags[form] where !tag.isEnd {
      guard let name = tag["name"], name != "token", name != "back" else { continue }
      let sent = refused.values[name]
      if tag["type"] == "hidden" {
        guard sent?.contains(tag["value"] ?? "") == true else { return nil }
      }
      if sent != nil { count += 1 }
    }
    return count
  }

  /// Whether a tag is something that a person fills in.
  private static func isControl(_ tag: MarkupTag) -> Bool {
    guard !tag.isEnd, tag.has("name") else { return false }
    let others: Set = ["hidden", "submit", "button", "image", "reset"]
    return ["select", "textarea"].contains(tag.name)
      || tag.name == "input" && !others.contains(tag["type"] ?? "text")
  }

  // MARK: What was typed

  private mutating func fill(_ index: Int) {
    let tag = tags[index]
    let name = tag["name"] ?? ""
    switch (tag.name, tag["type"] ?? "text") {
    case ("select", _):
      guard let sent = refused.values[name], let end = end(of: index) else { return }
      for option in index..<end where tags[option].begins("option") {
        mark(option, "selected", if: sent.contains(tags[option]["value"] ?? ""))
      }
    case ("textarea", _):
      guard let text = next(name), let end = end(of: index) else { return }
      var content = "\n"
      HTML.escape(text, into: &content)
      edits.append((tag.range.upperBound..<tags[end].range.lowerBound, content))
    case (_, "checkbox"), (_, "radio"):
      mark(index, "checked", if: refused.values[name]?.contains(tag["value"] ?? "on") ?? false)
    case (_, "file"), (_, "password"): break
    default:
      if let text = next(name) { change(index) { $0.set("value", to: text) } }
    }
  }

  /// The next value of a field, which may occur several times.
  private mutating func next(_ name: String) -> String? {
    let count = used[name, default: 0]
    guard let sent = refused.values[name], count < sent.count else { return nil }
    used[name] = count + 1
    return sent[count]
  }

  private mutating func mark(_ index: Int, _ attribute: String, if isOn: Bool) {
    guard tags[index].has(attribute) != isOn else { return }
    change(index) { tag in
      if isOn { tag.set(attribute) } else { tag.remove(attribute) }
    }
  }

  private mutating func change(_ index: Int, _ body: (inout MarkupTag) -> Void) {
    var tag = changed[index] ?? tags[index]
    body(&tag)
    changed[index] = tag
  }

  private func end(of index: Int) -> Int? {
    tags[index...].firstIndex { $0.ends(tags[index].name) }
  }

  // MARK: The reason

  private mutating func blame(_ index: Int, in form: Range<Int>) {
    let described = [tags[index]["aria-describedby"], RefusedForm.reason].compactMap(\.self)
    let takesFocus = !isFragment
    change(index) { tag in
      tag.set("aria-invalid", to: "true")
      tag.set("aria-describedby", to: described.joined(separator: " "))
      if takesFocus { tag.set("autofocus") }
    }
    let isTick = ["checkbox", "radio"].contains(tags[index]["type"] ?? "text")
    let label = around(index, "label", in: form)
    if !isTick, let label { name(index, by: label.start..<index) }
    let reason: HTML = """
      <small class="refused" id="\(RefusedForm.reason)">\(refused.words)</small>
      """
    insert(reason, at: place(index, isTick: isTick, label, in: form))
  }

  /// Names a field by the words of its label, which has the reason in it as well from now on.
  private mutating func name(_ index: Int, by label: Range<Int>) {
    guard let words = label.first(where: { tags[$0].begins("span") }) else { return }
    let id = tags[words]["id"] ?? "\(RefusedForm.reason)-field"
    change(words) { $0.set("id", to: id) }
    change(index) { $0.set("aria-labelledby", to: id) }
  }

  /// Where the reason goes: the end of the field's label, or of the group of ticks.
  private func place(
    _ index: Int,
    isTick: Bool,
    _ label: (start: Int, end: Int)?,
    in form: Range<Int>
  ) -> Range<Int> {
    let offset: Int
    if isTick, let group = around(index, "fieldset", in: form) {
      offset = tags[group.end].range.lowerBound
    } else if let label {
      let end = tags[label.end].range
      offset = isTick ? end.upperBound : end.lowerBound
    } else {
      let last = tags[index].name == "input" ? index : end(of: index) ?? index
      offset = tags[last].range.upperBound
    }
    return offset..<offset
  }

  /// The tags of the element of that name around another; such elements are not nested.
  private func around(
    _ index: Int,
    _ name: String,
    in form: Range<Int>
  ) -> (start: Int, end: Int)? {
    guard let start = tags[form.lowerBound..<index].lastIndex(where: { $0.name == name }),
      !tags[start].isEnd,
      let end = tags[index..<form.upperBound].firstIndex(where: { $0.ends(name) })
    else { return nil }
    return (start, end)
  }

  /// Puts the reason at the beginning of the form.
  private mutating func explain(_ form: Range<Int>) {
    let start = tags[form.lowerBound].range.upperBound
    let reason: HTML = """
      <p class="refused" id="\(RefusedForm.reason)" tabindex="-1" autofocus>\(refused.words)</p>
      """
    insert(reason, at: start..<start)
  }

  private mutating func insert(_ reason: HTML, at place: Range<Int>) {
    edits.append((place, reason.markup))
    isReasonShown = true
  }

  /// Opens what is folded around a tag, and takes the focus from all others.
  private mutating func unfold(around index: Int, focused: Int?) {
    var open: [Int] = []
    for at in 0..<index where tags[at].name == "details" {
      if tags[at].isEnd { _ = open.popLast() } else { open.append(at) }
    }
    for at in open { mark(at, "open", if: true) }
    for at in tags.indices where at != focused { mark(at, "autofocus", if: false) }
  }

  // MARK: The page

  private func markup() -> String {
    let all = edits + changed.map { (range: tags[$0].range, markup: $1.markup) }
    var (markup, at): ([UInt8], Int) = ([], 0)
    // What is put in before a tag comes first.
    let order = all.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for edit in order {
      markup += bytes[at..<edit.range.lowerBound]
      markup += edit.markup.utf8
      at = edit.range.upperBound
    }
    return String(decoding: markup + bytes[at...], as: UTF8.self)
  }
}
