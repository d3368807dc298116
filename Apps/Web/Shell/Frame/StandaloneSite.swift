import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products

/// Pages of a product that need nothing from a space and no script.
///
/// A server shows them to people who are not signed in.
package struct StandaloneSite: Sendable {
  package let product: Product
  private let layout: PageLayout

  package init(_ product: Product) {
    self.product = product
    let contributions = Shell.contributions(
      ProductCatalog.pagePresentations(of: product),
      for: product,
      at: .server
    )
    layout = PageLayout(
      product: product,
      contributions: contributions,
      instance: "",
      version: Assets.all.hash,
      path: { Assets.all.path(of: $0) }
    )
  }

  /// A complete document.
  ///
  /// - Parameter isListed: whether search engines may list it.
  package func response(
    _ content: PageContent,
    status: HTTPResponse.Status = .ok,
    isListed: Bool = true,
    headers: HTTPFields = [:]
  ) -> Response {
    var response = PageRoutes.response(
      layout.alone(content, isListed: isListed),
      status: status
    )
    if !isListed { response.headers[.robots] = "noindex, nofollow" }
    response.headers.append(contentsOf: headers)
    return response
  }

  /// The path of the product's sign.
  package var sign: String { Assets.all.path(of: "\(product.name).svg") }
}
