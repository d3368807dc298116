import Core
import Pages
import Presentation
import TrackingContract

/// The form of a new or an existing habit.
struct HabitForm {
  let details: HabitDetails
  /// The habit's id; nil for a new habit.
  let id: HabitID?
  /// The existing groups, to choose from.
  let groups: [String]
  let request: PageRequest

  private var context: PageContext { request.context }

  var html: HTML {
    request.form(
      id == nil ? "tracking.create-habit" : "tracking.edit-habit",
      fields: id.map { [("habit", $0.description)] } ?? [],
      class: "stack habit-form",
      label: id == nil ? context.say(.habitNew) : context.say(.habitEdit),
      """
      \(HTML.card(nil, what))\
      \(HTML.card(context.say(.formRhythm), rhythm))\
      \(HTML.card(nil, HTML.disclosure(
        context.say(.formMeasure),
        isOpen: details.target != nil,
        target
      )))\
      \(HTML.card(nil, HTML.disclosure(context.say(.formMore), isOpen: hasMore, more)))\
      <div class="toolbar"><button class="button primary">\(context.say(.formSave))</button>\
      \(HTML.link(id?.path ?? TodayPage.path, context.say(.formCancel), style: "button quiet"))</div>
      """
    )
  }

  /// The rhythm and, for a habit that has a past, the day from which changes hold.
  private var rhythm: HTML {
    let fields = RhythmFields(details.schedule, context).html
    guard id != nil else { return fields }
    let from = HTML.field(
      label: context.say(.formFrom),
      name: "from",
      value: context.today.description,
      kind: .date,
      hint: context.say(.formFromHint),
      attributes: [("max", context.today.description)]
    )
    return "\(fields)\(from)"
  }

  private var what: HTML {
    let focus = id == nil ? [("autofocus", "autofocus")] : []
    return """
      <div class="stack"><div class="title-pair">\
      \(HTML.field(
        label: "Title",
        name: "title",
        value: details.title,
        required: true,
        attributes: [("maxlength", "\(HabitDetails.maxTitleLength)"), ("autocomplete", "off")] + focus
      ))\
      \(HTML.field(
        label: "Icon",
        name: "icon",
        value: details.icon?.description,
        hint: "One emoji",
        attributes: [("list", "icons"), ("maxlength", "40"), ("autocomplete", "off")]
      ))</div>\
      <datalist id="icons">\(each: HabitSuggestion.icons, { "<option value=\"\($0)\"></option>" })</datalist>\
      \(Swatches.html(details.color))</div>
      """
  }

  /// Whether anything is set that a short form leaves out.
  private var hasMore: Bool {
    !details.question.isEmpty || !details.notes.isEmpty || details.group != nil
      || details.priority != .normal || context.showsStreaks && details.difficulty != .easy
  }

  private var more: HTML {
    """
    <div class="stack">\(HTML.field(
      label: "Group",
      name: "group",
      value: details.group,
      hint: "Habits of one group are shown together. May stay empty.",
      attributes: [("list", "groups"), ("maxlength", "\(HabitDetails.maxGroupLength)"), ("autocomplete", "off")]
    ))\
    <datalist id="groups">\(each: groups, { "<option value=\"\($0)\"></option>" })</datalist>\
    \(HTML.field(
      label: "A question to ask yourself",
      name: "question",
      value: details.question,
      hint: "Such as “Did you stretch?”. May stay empty.",
      attributes: [("maxlength", "\(HabitDetails.maxQuestionLength)"), ("autocomplete", "off")]
    ))\
    \(HTML.field(
      label: "Notes",
      name: "notes",
      value: details.notes,
      kind: .textarea,
      hint: "Anything worth remembering about it.",
      attributes: [("maxlength", "\(HabitDetails.maxNotesLength)")]
    ))\
    \(HTML.radios(
      legend: "Priority",
      name: "priority",
      options: Priority.allCases.map { ($0.rawValue, $0.rawValue) },
      selected: details.priority.rawValue
    ))\
    \(context.showsStreaks ? difficulty : "")</div>
    """
  }

  private var target: HTML {
    """
    <p class="muted small">\(context.say(.formMeasureHint))</p>\
    <div class="pair">\
    \(HTML.field(
      label: "Target",
      name: "target",
      value: details.target?.amount.description,
      kind: .number,
      attributes: [("min", "0"), ("step", "any"), ("inputmode", "decimal")]
    ))\
    \(HTML.field(
      label: "Unit",
      name: "unit",
      value: details.target?.unit,
      attributes: [("maxlength", "\(Target.maxUnitLength)"), ("placeholder", "pages, minutes")]
    ))</div>\
    \(HTML.radios(
      legend: "Done when it is",
      name: "direction",
      options: [("atLeast", "at least the target"), ("atMost", "at most the target")],
      selected: (details.target?.direction ?? .atLeast).rawValue
    ))
    """
  }

  /// Only scores use the difficulty.
  private var difficulty: HTML {
    HTML.radios(
      legend: "Difficulty",
      name: "difficulty",
      options: Difficulty.allCases.map { ($0.rawValue, $0.rawValue) },
      selected: details.difficulty.rawValue
    )
  }
}

/// The colors to choose from, as swatches with their names.
private enum Swatches {
  static func html(_ selected: HabitColor) -> HTML {
    var colors = HabitColor.named.compactMap { HabitColor($0.name) }
    // An imported habit may have a color that is not in the palette.
    if !colors.contains(selected) { colors.append(selected) }
    return """
      <fieldset class="swatches"><legend>Color</legend><div class="cluster">\
      \(each: colors, { swatch($0, isOn: $0 == selected) })</div></fieldset>
      """
  }

  private static func swatch(_ color: HabitColor, isOn: Bool) -> HTML {
    """
    <label><input type="radio" name="color" value="\(color.description)"\
    \(attribute: "checked", if: isOn)>\(HTML.dot(color.rgbColor))\
    \(HTML.spoken(color.description))</label>
    """
  }
}
