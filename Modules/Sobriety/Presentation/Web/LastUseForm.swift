import Core
import Pages
import Presentation
import SobrietyContract

/// The question about the last use, which fills a run.
enum LastUseForm {
  /// The form at the head of an empty calendar.
  static func begin(_ sobriety: Sobriety, _ request: PageRequest) -> HTML {
    form(sobriety.substance.use, SoberRoute(request).fields, .soberLastBegin, request)
  }

  /// The form of the first page that a new person sees.
  static func welcome(_ request: PageRequest) -> HTML {
    form(.drinks, [("from", "welcome")], .soberLastBegin, request)
  }

  /// The form that corrects the beginning of a run.
  static func correct(_ sobriety: Sobriety, _ request: PageRequest) -> HTML {
    let fields = [("of", sobriety.substance.id.description)]
    return form(sobriety.substance.use, fields, .soberLastKeep, request)
  }

  private static func form(
    _ use: UseWords,
    _ fixed: [(name: String, value: String)],
    _ button: Phrase,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let words = context.say(button)
    let submit: HTML =
      button == .soberLastBegin
      ? "<button class=\"button primary\">\(words)</button>"
      : HTML.submit(words, about: context.say(.soberLastChange))
    return request.form(
      "sobriety.begin",
      fields: fixed,
      class: "stack sober-last",
      """
      \(fields(use.lastUse, hint: context.say(.soberLastHint), required: true, context))\
      <p>\(submit)</p>
      """
    )
  }

  static func fields(
    _ question: String,
    hint: String,
    required: Bool = false,
    _ context: PageContext
  ) -> HTML {
    """
    <div class="sober-fields">\(HTML.field(
      label: question,
      name: "last",
      kind: .date,
      hint: hint,
      required: required,
      attributes: [("max", context.today.description), ("min", "1900-01-01")]
    ))\(HTML.field(label: context.say(.soberLastTime), name: "time", kind: .time))</div>
    """
  }
}
