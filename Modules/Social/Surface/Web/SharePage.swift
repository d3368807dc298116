import CommandKit
import Core
import PageKit
import SocialContract
import SocialDrawing

/// Chooses a picture, shows it, and gives it as a file.
enum SharePage {
  static func content(_ visit: Visit) async throws -> PageContent {
    let session = visit.session
    let title = session.say(.shareTitle)
    let subjects = try await ShareSubject.all(session)
    guard let first = subjects.first?.subject else {
      let home = HTML.link("/", session.say(.shareHome), style: "button")
      return PageContent(
        title: title,
        body: """
          \(HTML.header(title))\
          \(HTML.empty(session.say(.shareNothing), icon: .share, action: home))
          """
      )
    }
    let wish = ShareWish(visit.query)
    return PageContent(
      title: title,
      body: """
        \(HTML.header(title, note: session.say(.shareIntro)))\
        <div class="share"><div class="stack">\(choices(wish, subjects, first, session))</div>\
        \(try await preview(wish, first, session))</div>
        """
    )
  }

  // MARK: Choosing

  private static func choices(
    _ wish: ShareWish,
    _ subjects: [(subject: ShareSubject, words: String)],
    _ first: ShareSubject,
    _ session: Session
  ) -> HTML {
    let weeks = [13, 26, 53].map { count in
      (value: "\(count)", label: session.say(.shareWeeks, ["count": "\(count)"]))
    }
    let looks = [
      (value: "light", label: session.say(.shareLight)),
      (value: "dark", label: session.say(.shareDark)),
    ]
    let span = HTML.choice(
      label: session.say(.shareSpan),
      name: "weeks",
      options: [(value: "", label: session.say(.shareWeeksAuto))] + weeks,
      selected: wish.weeks.map { "\($0)" } ?? ""
    )
    let about = HTML.choice(
      label: session.say(.shareWhat),
      name: "of",
      options: subjects.map { (value: $0.subject.description, label: $0.words) },
      selected: (wish.subject ?? first).description
    )
    let look = HTML.radios(
      legend: session.say(.shareLook),
      name: "look",
      options: looks,
      selected: wish.isDark ? "dark" : "light"
    )
    let name = HTML.checkbox(
      label: session.say(.shareWithTitle),
      name: "title",
      isOn: wish.showsTitle,
      hint: session.say(.shareWithTitleHint)
    )
    return HTML.card(
      nil,
      """
      <form method="get" action="/share" class="stack" data-auto>\(about)\
      \((wish.subject ?? first).isCalendar ? span : .empty)\(look)\(name)\
      <p><button class="button">\(session.say(.shareShow))</button></p></form>
      """
    )
  }

  // MARK: The picture

  private static func preview(
    _ wish: ShareWish,
    _ first: ShareSubject,
    _ session: Session
  ) async throws -> HTML {
    do {
      _ = try await session.ask(wish.card(or: first))
    } catch let refusal as Refusal {
      return HTML.card(nil, HTML.empty(refusal.message, icon: .share))
    }
    let files: [(PictureFormat, Int, String)] = [
      (.png, 2, "PNG"), (.png, 1, session.say(.shareSmall)), (.svg, 2, "SVG"), (.pdf, 2, "PDF"),
    ]
    let links = files.enumerated().map { index, file -> HTML in
      let href = wish.href(file.0, scale: file.1, isSaved: true, first)
      let style = index == 0 ? "button primary" : "button"
      return """
        <a class="\(style)" href="\(href)" download>\
        \(HTML.spoken(session.say(.shareSave)))\(file.2)</a>
        """
    }
    let shown = wish.href(.svg, isSaved: false, first)
    return """
      <figure class="card share-preview"><img src="\(shown)" width="\(CardPage.width)" \
      height="\(CardPage.height)" alt="\(session.say(.shareAlt))">\
      <figcaption><h2>\(session.say(.shareSaveTitle))</h2>\
      <div class="cluster">\(links.joined())</div>\
      <p class="small muted">\(session.say(.sharePrivate))</p></figcaption></figure>
      """
  }

  static func picture(_ visit: Visit, as format: PictureFormat) async throws -> DownloadedFile {
    let session = visit.session
    let wish = ShareWish(visit.query)
    guard let first = try await ShareSubject.all(session).first?.subject else { throw NotFound() }
    let card = try await session.ask(wish.card(or: first))
    let look = CardLook(product: session.product, isDark: wish.isDark, scale: wish.scale)
    let bytes = try CardDrawing.draw(card, as: format, look: look)
    let isSaved = visit.query["save"] == "on"
    let name = "\(session.product.name)-\(card.day).\(format.rawValue)"
    return DownloadedFile(bytes, contentType: format.contentType, name: isSaved ? name : nil)
  }

  // MARK: On other pages

  static func card(_ visit: Visit, of subject: ShareSubject?) -> HTML? {
    guard let subject else { return nil }
    let session = visit.session
    return HTML.card(
      session.say(.shareTitle),
      """
      <p>\(session.say(.shareIntro))</p>\
      <p>\(HTML.link(
        "/share?of=\(subject)",
        style: "button",
        "\(Icon.share.html) \(session.say(.shareOpen))"
      ))</p>
      """
    )
  }
}
