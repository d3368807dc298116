import Core
import Pages
import Presentation
import SocialContract
import SocialDrawing

/// The page that chooses a picture, shows it, and provides it as a file.
enum SharePage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let title = context.say(.shareTitle)
    let subjects = try await ShareSubject.all(context)
    guard let first = subjects.first?.subject else {
      let home = HTML.link("/", context.say(.shareHome), style: "button")
      return PageContent(
        title: title,
        body: """
          \(HTML.header(title))\
          \(HTML.empty(context.say(.shareNothing), icon: .share, action: home))
          """
      )
    }
    let chosen = ShareOptions(request.query)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack("/", context.say(.shareHome)))\
        \(HTML.header(title, note: context.say(.shareIntro)))\
        <div class="share"><div class="stack">\(choices(chosen, subjects, first, context))\
        \(friends(chosen.subject ?? first, context))</div>\
        \(try await preview(chosen, first, context))</div>
        """
    )
  }

  // MARK: Choosing

  private static func choices(
    _ chosen: ShareOptions,
    _ subjects: [(subject: ShareSubject, words: String)],
    _ first: ShareSubject,
    _ context: PageContext
  ) -> HTML {
    let weeks = [13, 26, 53].map { count in
      (value: "\(count)", label: context.say(.shareWeeks, ["count": "\(count)"]))
    }
    let looks = [
      (value: "light", label: context.say(.shareLight)),
      (value: "dark", label: context.say(.shareDark)),
    ]
    let span = HTML.choice(
      label: context.say(.shareSpan),
      name: "weeks",
      options: [(value: "", label: context.say(.shareWeeksAuto))] + weeks,
      selected: chosen.weeks.map { "\($0)" } ?? ""
    )
    let about = HTML.choice(
      label: context.say(.shareWhat),
      name: "of",
      options: options(subjects, chosen.subject, context),
      selected: (chosen.subject ?? first).description
    )
    let look = HTML.radios(
      legend: context.say(.shareLook),
      name: "look",
      options: looks,
      selected: chosen.isDark ? "dark" : "light"
    )
    let name = HTML.checkbox(
      label: context.say(.shareWithTitle),
      name: "title",
      isOn: chosen.showsTitle,
      hint: context.say(.shareWithTitleHint)
    )
    return HTML.card(
      nil,
      """
      <form method="get" action="/share" class="stack" data-auto>\(about)\
      \((chosen.subject ?? first).isCalendar ? span : .empty)\(look)\(name)\
      <p><button class="button">\(context.say(.shareShow))</button></p></form>
      """
    )
  }

  /// The choices, always with what is shown: otherwise the form would lead to another picture.
  private static func options(
    _ subjects: [(subject: ShareSubject, words: String)],
    _ shown: ShareSubject?,
    _ context: PageContext
  ) -> [(value: String, label: String)] {
    let options = subjects.map { (value: $0.subject.description, label: $0.words) }
    guard let shown, !subjects.contains(where: { $0.subject == shown }) else { return options }
    return [(value: shown.description, label: context.say(.shareThis))] + options
  }

  // MARK: The picture

  /// The link to friends, for a milestone and where there can be friends.
  private static func friends(_ subject: ShareSubject, _ context: PageContext) -> HTML? {
    guard !subject.isCalendar, let page = FriendsReach.current.page else { return nil }
    return HTML.card(
      context.say(.shareFriendsTitle),
      """
      <p class="muted">\(context.say(.shareFriends))</p>\
      <p>\(HTML.link("\(page)?of=\(subject)", context.say(.shareFriendsOpen), style: "button primary"))</p>
      """
    )
  }

  private static func preview(
    _ chosen: ShareOptions,
    _ first: ShareSubject,
    _ context: PageContext
  ) async throws -> HTML {
    do {
      try await context.space.verify()
      _ = try await context.ask(chosen.card(or: first))
    } catch let refusal as DomainError {
      return HTML.card(nil, HTML.empty(refusal.message, icon: .share))
    }
    let files: [(PictureFormat, Int, String)] = [
      (.png, 2, "PNG"), (.png, 1, context.say(.shareSmall)), (.svg, 2, "SVG"), (.pdf, 2, "PDF"),
    ]
    let links = files.enumerated().map { index, file -> HTML in
      let href = chosen.href(file.0, scale: file.1, isSaved: true, first)
      let style = index == 0 ? "button primary" : "button"
      return """
        <a class="\(style)" href="\(href)" download>\
        \(HTML.spoken(context.say(.shareSave)))\(file.2)</a>
        """
    }
    // Shown by the script where the device has a sheet for files.
    let sheet: HTML = """
      <button type="button" class="button" hidden \
      data-share="\(chosen.href(.png, isSaved: false, first))" \
      data-name="\(context.product.name).png">\(Icon.share.html) \(context.say(.shareSheet))</button>
      """
    let shown = chosen.href(.svg, isSaved: false, first)
    return """
      <figure class="card share-preview"><img src="\(shown)" width="\(CardPage.width)" \
      height="\(CardPage.height)" alt="\(context.say(.shareAlt))">\
      <figcaption><h2>\(context.say(.shareSaveTitle))</h2>\
      <div class="cluster">\(sheet)\(links.joined())</div>\
      <p class="small muted">\(context.say(.sharePrivate))</p></figcaption></figure>
      """
  }

  static func picture(
    _ request: PageRequest,
    as format: PictureFormat
  ) async throws -> DownloadedFile {
    let context = request.context
    let chosen = ShareOptions(request.query)
    guard let first = try await ShareSubject.all(context).first?.subject else { throw NotFound() }
    try await context.space.verify()
    let card = try await context.ask(chosen.card(or: first))
    let look = CardStyle(
      product: context.product,
      isDark: chosen.isDark,
      scale: chosen.scale,
      numbers: context.calendar.numbers
    )
    let bytes = try CardDrawing.draw(card, as: format, look: look)
    let isSaved = request.query["save"] == "on"
    let name = "\(context.product.name)-\(card.day).\(format.rawValue)"
    return DownloadedFile(bytes, contentType: format.contentType, name: isSaved ? name : nil)
  }

  // MARK: On other pages

  /// - Parameters:
  ///   - subject: what the picture shows at first; nil for the page's own choice.
  ///   - weeks: how far back it goes; nil for what looks best.
  static func card(
    _ request: PageRequest,
    of subject: ShareSubject? = nil,
    weeks: Int? = nil
  ) -> HTML {
    let context = request.context
    let chosen = [subject.map { "of=\($0)" }, weeks.map { "weeks=\($0)" }].compactMap { $0 }
    return HTML.card(
      context.say(.shareTitle),
      """
      <p>\(context.say(.shareIntro))</p>\
      <p>\(HTML.link(
        chosen.isEmpty ? "/share" : "/share?" + chosen.joined(separator: "&"),
        style: "button",
        "\(Icon.share.html) \(context.say(.shareOpen))"
      ))</p>
      """
    )
  }
}
