import Core
import Pages
import Presentation
import SobrietyContract
import TrackingContract

/// The page of the figures for savings and of the substances.
enum SoberSettingsPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let place = SoberRoute(request)
    let sobriety = try await context.ask(SobrietyOf(substance: place.substance))
    let all = try await context.ask(AllSubstances())
    let title = context.say(.soberSettingsTitle)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(place.page, context.say(.soberBack)))\
        \(HTML.header(title, note: sobriety.substance.name))\
        \(figures(sobriety, request))\(beginning(all, sobriety, request))\(others(all, sobriety.substance, request))\
        \(try await deletion(all, sobriety.substance, request))
        """
    )
  }

  private static func figures(_ sobriety: Sobriety, _ request: PageRequest) -> HTML {
    let context = request.context
    let words = FigureWords(sobriety.substance, context)
    return HTML.card(
      words.title,
      """
      <p class="muted">\(context.say(.soberSettings))</p>\
      \(request.form(
        "sobriety.set-figures",
        fields: SoberRoute(request).fields,
        class: "stack",
        """
        <div class="sober-fields">\(fields(of: sobriety.figures, words, context).joined())</div>\
        <p>\(HTML.submit(context.say(.soberFiguresKeep), about: words.title, style: "button primary"))</p>
        """
      ))
      """
    )
  }

  private static func fields(
    of figures: SobrietyFigures,
    _ words: FigureWords,
    _ context: PageContext
  ) -> [HTML] {
    let drinks = figures.drinksPerWeek.thousandths > 0 ? figures.drinksPerWeek.description : ""
    let cost = figures.price.flatMap { $0.minor > 0 ? $0.words.split(separator: " ").first : nil }
    return [
      HTML.field(
        label: words.perWeek,
        name: "drinksPerWeek",
        value: drinks,
        hint: context.say(.soberDrinksPerWeekHint),
        attributes: [("inputmode", "decimal"), ("maxlength", "8")]
      ),
      HTML.field(
        label: words.cost,
        name: "cost",
        value: cost.map(String.init) ?? "",
        hint: context.say(.soberCostHint),
        attributes: [("inputmode", "decimal"), ("maxlength", "14")]
      ),
      HTML.field(
        label: context.say(.soberCurrency),
        name: "currency",
        value: figures.price?.currency.code ?? "",
        hint: context.say(.soberCurrencyHint),
        attributes: [("maxlength", "3"), ("autocapitalize", "characters"), ("spellcheck", "false")]
      ),
      HTML.field(
        label: words.caloriesEach,
        name: "calories",
        value: figures.calories > 0 ? "\(figures.calories)" : "",
        kind: .number,
        hint: words.caloriesHint,
        attributes: [("min", "0"), ("max", "\(SobrietyFigures.mostCalories)")]
      ),
    ]
  }

  /// Returns the links to other substances and the form to add one.
  private static func others(
    _ all: [Substance],
    _ current: Substance,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let others = all.filter { $0.id != current.id }
    let links = others.map { substance in
      HTML.link(SoberRoute(of: substance).settings, substance.name, style: "chip")
    }
    let list: HTML = links.isEmpty ? "" : "<div class=\"cluster\">\(links.joined())</div>"
    let form = request.form(
      "sobriety.begin",
      class: "stack",
      """
      \(HTML.field(
        label: context.say(.soberOtherName),
        name: "name",
        hint: context.say(.soberOtherHint),
        required: true,
        attributes: [("maxlength", "\(Substance.maxNameLength)")]
      ))\
      \(LastUseForm.fields(
        context.say(.soberOtherLast),
        hint: context.say(.soberLastOpenHint),
        context
      ))\
      \(HTML.checkbox(label: context.say(.soberOtherNew), name: "new"))<p><button class="button">\(context.say(.soberOtherBegin))</button></p>
      """
    )
    return HTML.card(
      context.say(.soberOthers),
      "\(list)\(HTML.disclosure(context.say(.soberOtherAdd), form))"
    )
  }

  /// Returns the forms that correct where the run begins and what the substance is called.
  private static func beginning(
    _ all: [Substance],
    _ sobriety: Sobriety,
    _ request: PageRequest
  ) -> HTML? {
    let (context, current) = (request.context, sobriety.substance)
    guard all.contains(where: { $0.id == current.id }) else { return nil }
    let values = ["substance": current.name]
    let name = request.form(
      "sobriety.rename-substance",
      fields: [("of", current.id.description)],
      class: "stack",
      """
      \(HTML.field(
        label: context.say(.soberRenameLabel),
        name: "name",
        value: current.name,
        required: true,
        attributes: [("maxlength", "\(Substance.maxNameLength)")]
      ))<p><button class="button">\(context.say(.soberRenameKeep))</button></p>
      """
    )
    return HTML.card(
      nil,
      """
      <div id="last-use">\(LastUseForm.correct(sobriety, request))</div>\
      \(HTML.disclosure(context.say(.soberRename, values), name))
      """
    )
  }

  private static func deletion(
    _ all: [Substance],
    _ current: Substance,
    _ request: PageRequest
  ) async throws -> HTML? {
    guard all.contains(where: { $0.id == current.id }) else { return nil }
    let context = request.context
    let id = current.id.description
    let marks = try await context.ask(MarksOf(substance: id)).count
    let marked = marks == 0 ? "" : "\(marks.counted("day")) that you marked, "
    let values = ["substance": current.name, "marked": marked]
    let more = try await request.cards(in: .deletion, about: ["id": id])
    let form = request.form(
      "sobriety.delete-substance",
      fields: [("of", id)],
      class: "stack",
      """
      <p>\(context.say(.soberDeleteWarning, values))</p>\(more)\
      \(HTML.checkbox(label: context.say(.soberDeleteConfirm, values), name: "confirmed"))\
      <p><button class="button danger">\(context.say(.soberDelete))</button></p>
      """
    )
    return HTML.card(nil, HTML.disclosure(context.say(.soberDeleteTitle, values), form))
  }
}
