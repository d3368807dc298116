import Accounts
import Core
import Friends
import Pages
import Presentation

/// A person's own public pages.
extension FriendPages {
  var published: [FormAction] {
    [
      action("publish") { fields, account, _ in
        let request = FriendDocuments.PublicPageRequest(
          try FriendPages.milestone(fields),
          .init(name: fields.text("name"))
        )
        let page = try await services.publish(request, by: account, in: product).page
        let address = MilestonePage.address(of: page, at: product)
        return .report("Whoever has this address sees your page: \(address)")
      },
      action("take-down") { fields, account, _ in
        try await store.takeDown(try fields.id("page"), by: account.id)
        let words = "The page is taken down: its address shows nothing any more."
        return ActionResult(FriendPages.postPath, Message(.done, words))
      },
    ]
  }

  func list(_ pages: [PublicPage], _ request: PageRequest) -> HTML {
    HTML.list(pages.map { row($0, request) })
  }

  private func row(_ page: PublicPage, _ request: PageRequest) -> HTML {
    let achievement = page.achievement
    let length = FriendPages.length(achievement.level, achievement.unit)
    let title = achievement.title.map { title -> HTML in "\(FriendPages.written(title)): " }
    let name = page.name.map { name -> HTML in "as \(FriendPages.written(name)), " }
    let down = HTML.link(
      FriendPages.path(takingDown: page.id),
      style: "button",
      label: "Take down the page of \(length)",
      "Take it down"
    )
    return """
      <div class="stack"><div><strong>\(title)\(length)</strong>\
      <p class="small muted">\(name)made \(FriendPages.day(page.madeAt, request))</p>\
      \(address(page))</div><div>\(down)</div></div>
      """
  }

  /// Its address; a page of another product is under that product's name.
  private func address(_ page: PublicPage) -> HTML? {
    guard page.achievement.product == product.name else {
      let title = AccountPages.title(ofProduct: page.achievement.product)
      return """
        <p class="small muted">A page of \(title): open that product to see its address.</p>
        """
    }
    let address = MilestonePage.address(of: page, at: product)
    return """
      <p class="small"><a href="\(MilestonePage.path(page.code))">\(address)</a></p>
      """
  }
}
