/// A form that was refused, with what was typed into it, to show it once more.
///
/// A browser without a script has left the page with the form, and would show it empty otherwise.
public struct RefusedForm: Sendable, Equatable, Codable {
  /// The id of the element with the reason.
  static let reason = "refused"
  /// Fields that are made anew with each page, or are never sent back.
  private static let omitted: Set<String> = ["token", "back", "password"]

  /// Where it is sent.
  let path: String
  /// Why it was refused.
  let words: String
  /// The name of the field that it was refused for; nil if there is no single one.
  let field: String?
  let values: [String: [String]]

  /// The form of an action.
  ///
  /// - Parameters:
  ///   - words: why it was refused, and what to do.
  ///   - field: the name of the field that it was refused for; nil if there is no single one.
  public init(_ action: String, _ fields: FormFields, _ words: String, about field: String? = nil) {
    self.init(at: "/do/\(action)", fields, words, about: field)
  }

  /// A form that is sent to a path.
  public init(at path: String, _ fields: FormFields, _ words: String, about field: String? = nil) {
    self.path = path
    self.words = words
    self.field = field
    values = fields.texts.filter { !RefusedForm.omitted.contains($0.key) }
  }

  /// The page with what was typed in its form, and with the reason beside the field.
  ///
  /// It stays as it is if it does not have that form.
  ///
  /// - Parameter isFragment: whether a script gets it, which keeps what was typed and the focus.
  public func shown(in content: PageContent, isFragment: Bool = false) -> PageContent {
    var refill = Refill(self, content.body, isFragment: isFragment)
    let body = refill.run()
    return PageContent(
      title: content.title,
      refreshAt: content.refreshAt,
      isBare: content.isBare,
      tellsRefusal: refill.isReasonShown,
      body: body
    )
  }

  /// The same for a part of a page.
  public func shown(in body: HTML, isFragment: Bool = false) -> HTML {
    var refill = Refill(self, body, isFragment: isFragment)
    return refill.run()
  }

  /// The styles of a form that was refused, which nobody sees on the first page.
  ///
  /// In a form whose fields stand in a row, the reason has a line of its own, as wide as the row.
  public static let styles = """
    [aria-invalid]{border-color:var(--danger)}
    .field .refused,.refused{display:block;color:var(--danger);font-weight:600}
    form:has(>.refused){flex-wrap:wrap}
    form>.refused{width:0;min-width:100%}
    form>small.refused{order:1}

    """
}
