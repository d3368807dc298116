import Core
import Pages
import Presentation
import Products

/// The first pages of somebody who has entered nothing yet.
public enum FirstPages {
  /// The page where one of the products is chosen.
  public static let product = ProductPage.path
  /// The page where the present product welcomes the person.
  public static let welcome = WelcomePage.path
}

/// The choice among the products on an empty home: a picture of each, and what it counts.
enum ProductPage {
  static let path = "/welcome/product"
  static let action = "shell.choose-product"

  static let page = Page(path) { request in
    PageContent(
      title: "Welcome",
      isBare: true,
      body: """
        <div class="welcome choosing"><h1>What would you like to keep?</h1>\
        <p class="lead">Choose what suits you. Under each picture is what it counts.</p>\
        <div class="grid">\(each: ProductCatalog.products, { card($0, request) })</div>\
        <p class="small muted">\(request.context.say(ShellPhrases.staysHere)) How often features are \
        used may be counted on this device: you see it, and switch it off, under Privacy.</p>\
        \(RestorePage.isOffered(request) ? restore : nil)</div>
        """
    )
  }

  static func actions(_ home: any HomeStorage) -> [FormAction] {
    [
      FormAction(action) { fields, _ in
        try await home.choose(product: try fields.required("product"))
        return ActionResult(WelcomePage.path)
      }
    ]
  }

  /// Whether another product may be chosen: there is none yet, or nothing was entered.
  static func isOffered(_ request: PageRequest) -> Bool {
    request.has(action: action) && request.position?.sequence == 0
  }

  private static let restore: HTML = """
    <p class="small muted">You were here before? \
    \(HTML.link(RestorePage.path, "Go back to a backup"))</p>
    """

  private static func card(_ product: Product, _ request: PageRequest) -> HTML {
    let form = request.form(
      action,
      fields: [("product", product.name)],
      isPlain: true,
      "<button class=\"button primary\">Begin with \(product.title)</button>"
    )
    return """
      <section class="card product">\(ProductPicture.of(product.theme.look.motif))\
      <h2>\(product.title)</h2><p>\(product.counting)</p>\(form)</section>
      """
  }
}
