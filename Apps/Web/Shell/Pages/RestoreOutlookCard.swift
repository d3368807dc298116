import Core
import Pages
import Presentation

/// The effects of a restore, and the button that performs it.
struct RestoreOutlookCard {
  private static let mostTitles = 20

  private let outlook: RestoreOutlook
  private let title: String
  private let request: PageRequest

  init(_ outlook: RestoreOutlook, _ title: String, _ request: PageRequest) {
    self.outlook = outlook
    self.title = title
    self.request = request
  }

  /// - Parameter field: the field that identifies the backup.
  func html(field: (name: String, value: String)) -> HTML {
    let isSame = outlook.backup.alone == 0 && outlook.present.alone == 0
    return """
      <div class="columns">\
      \(HTML.card("In it: \(title)", "\(side(outlook.backup))\(made)"))\
      \(HTML.card("Here now", side(outlook.present)))\
      \(isSame ? same : change(field))</div>
      """
  }

  private var made: HTML? {
    outlook.product.map { "<p class=\"small muted\">Made with \($0).</p>" }
  }

  private func side(_ side: RestoreOutlook.Side) -> HTML {
    let last = side.lastAt.map { " The last was made \($0.words(in: request.context))." } ?? ""
    let habits = titles(side.habits).map { words -> HTML in "<p dir=\"auto\">\(words)</p>" }
    return "<p><b>\(side.entries.counted("entry", "entries")).</b>\(last)</p>\(habits)"
  }

  private var same: HTML {
    HTML.card(
      "Nothing to restore",
      """
      <p role="status">It holds just what is here already, so there is nothing to go back to.</p>\
      <p>\(HTML.link(RestorePage.path, "Choose another", style: "button"))</p>
      """
    )
  }

  private func change(_ field: (name: String, value: String)) -> HTML {
    let form = request.form(
      RestorePage.confirm,
      fields: [field],
      label: "Restore",
      isPlain: true,
      """
      <div class="cluster"><button class="button primary">Restore it</button>\
      \(HTML.link(RestorePage.path, "Leave everything as it is", style: "button"))</div>
      """
    )
    return HTML.card(
      "What would change",
      """
      \(each: sentences, { "<p dir=\"auto\">\($0)</p>" })\
      <p class="muted">What is here now is put aside first and stays on this computer: you can go back \
      to it on the page before this one.</p>\(form)
      """
    )
  }

  private var sentences: [String] {
    var sentences: [String] = []
    let (back, gone) = (outlook.backup, outlook.present)
    if back.alone > 0 {
      sentences.append(
        "\(back.alone.counted("entry that is", "entries that are")) not here now would come back."
      )
    }
    if let titles = titles(back.habitsAlone) {
      sentences.append("Habits that would return: \(titles)")
    }
    if gone.alone > 0 {
      sentences.append(
        "\(gone.alone.counted("entry that is", "entries that are")) not in it would no longer be "
          + "shown."
      )
    }
    if let titles = titles(gone.habitsAlone) { sentences.append("Habits that would go: \(titles)") }
    if let server = outlook.server {
      sentences.append(
        "This computer is linked to an account at \(server). What the server has comes back with the "
          + "next sync: to stay with the older state, unlink this computer first."
      )
    }
    return sentences
  }

  /// Titles in one line; nil for none.
  private func titles(_ all: [String]) -> String? {
    guard !all.isEmpty else { return nil }
    let more = all.count - Self.mostTitles
    let first = all.prefix(Self.mostTitles).joined(separator: " · ")
    return more > 0 ? "\(first), and \(more) more" : first
  }
}
