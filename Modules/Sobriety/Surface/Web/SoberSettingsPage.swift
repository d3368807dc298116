import CommandKit
import Core
import PageKit
import SobrietyContract
import TrackingContract

/// What savings are counted from, and which substances there are.
enum SoberSettingsPage {
  static func content(_ visit: Visit) async throws -> PageContent {
    let session = visit.session
    let place = SoberPlace(visit)
    let sobriety = try await session.ask(SobrietyOf(substance: place.substance))
    let all = try await session.ask(AllSubstances())
    let title = session.say(.soberSettingsTitle)
    return PageContent(
      title: title,
      body: """
        \(HTML.header(title, note: sobriety.substance.name))\
        \(figures(sobriety, visit))\(others(all, sobriety.substance, visit))\
        \(try await deletion(all, sobriety.substance, visit))\
        <p>\(HTML.link(place.page, session.say(.soberBack), style: "button quiet"))</p>
        """
    )
  }

  private static func figures(_ sobriety: Sobriety, _ visit: Visit) -> HTML {
    let session = visit.session
    let words = FigureWords(sobriety.substance)
    let figures = sobriety.figures
    let drinks = figures.drinksPerWeek.thousandths > 0 ? figures.drinksPerWeek.description : ""
    let cost = figures.price.flatMap { $0.minor > 0 ? $0.words.split(separator: " ").first : nil }
    let fields: [HTML] = [
      HTML.field(
        label: session.say(words.perWeek),
        name: "drinksPerWeek",
        value: drinks,
        hint: session.say(.soberDrinksPerWeekHint),
        attributes: [("inputmode", "decimal"), ("maxlength", "8")]
      ),
      HTML.field(
        label: session.say(words.cost),
        name: "cost",
        value: cost.map(String.init) ?? "",
        hint: session.say(.soberCostHint),
        attributes: [("inputmode", "decimal"), ("maxlength", "14")]
      ),
      HTML.field(
        label: session.say(.soberCurrency),
        name: "currency",
        value: figures.price?.currency.code ?? "",
        hint: session.say(.soberCurrencyHint),
        attributes: [("maxlength", "3"), ("autocapitalize", "characters"), ("spellcheck", "false")]
      ),
      HTML.field(
        label: session.say(words.caloriesEach),
        name: "calories",
        value: figures.calories > 0 ? "\(figures.calories)" : "",
        kind: .number,
        hint: session.say(words.caloriesHint),
        attributes: [("min", "0"), ("max", "\(SobrietyFigures.mostCalories)")]
      ),
    ]
    return HTML.card(
      session.say(words.title),
      """
      <p class="muted">\(session.say(.soberSettings))</p>\
      \(visit.form(
        "sobriety.set-figures",
        fields: SoberPlace(visit).fields,
        class: "stack",
        """
        <div class="sober-fields">\(fields.joined())</div>\
        <p><button class="button primary">\(session.say(.soberFiguresKeep))</button></p>
        """
      ))
      """
    )
  }

  /// Going to another substance, and beginning one.
  private static func others(_ all: [Substance], _ current: Substance, _ visit: Visit) -> HTML {
    let session = visit.session
    let others = all.filter { $0.id != current.id }
    let links = others.map { substance in
      HTML.link(SoberPlace(of: substance).settings, substance.name, style: "chip")
    }
    let list: HTML = links.isEmpty ? "" : "<div class=\"cluster\">\(links.joined())</div>"
    let form = visit.form(
      "sobriety.begin",
      class: "stack",
      """
      \(HTML.field(
        label: session.say(.soberOtherName),
        name: "name",
        hint: session.say(.soberOtherHint),
        required: true,
        attributes: [("maxlength", "\(Substance.longestName)")]
      ))\
      \(HTML.field(
        label: session.say(.soberOtherDay),
        name: "day",
        value: session.today.description,
        kind: .date,
        required: true,
        attributes: [("max", session.today.description), ("min", "1900-01-01")]
      ))<p><button class="button">\(session.say(.soberOtherBegin))</button></p>
      """
    )
    return HTML.card(
      session.say(.soberOthers),
      "\(list)\(HTML.disclosure(session.say(.soberOtherAdd), form))"
    )
  }

  private static func deletion(
    _ all: [Substance],
    _ current: Substance,
    _ visit: Visit
  ) async throws -> HTML? {
    guard all.contains(where: { $0.id == current.id }) else { return nil }
    let session = visit.session
    let id = current.id.description
    let marks = try await session.ask(MarksOf(substance: id)).count
    let values = ["substance": current.name, "days": Days.words(marks)]
    let form = visit.form(
      "sobriety.delete-substance",
      fields: [("of", id)],
      class: "stack",
      """
      <p>\(session.say(.soberDeleteWarning, values))</p>\
      \(HTML.checkbox(label: session.say(.soberDeleteConfirm, values), name: "confirmed"))\
      <p><button class="button danger">\(session.say(.soberDelete))</button></p>
      """
    )
    return HTML.card(nil, HTML.disclosure(session.say(.soberDeleteTitle, values), form))
  }
}
