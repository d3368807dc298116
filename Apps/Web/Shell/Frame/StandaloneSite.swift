import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products

/// Pages of a product that need nothing from a space and no script, with the files they refer to.
///
/// A server shows them to people who are not signed in, and for their accounts.
package struct StandaloneSite: Sendable {
  package let product: Product
  private let layout: PageLayout
  private let files: [String: SharedFile]

  /// - Throws: when the product's manifest cannot be encoded.
  package init(_ product: Product) throws {
    self.product = product
    let contributions = Shell.contributions(
      ProductCatalog.pagePresentations(of: product),
      for: product
    )
    layout = PageLayout(
      product: product,
      contributions: contributions,
      instance: "",
      version: Assets.all.hash,
      path: { Assets.all.path(of: $0) }
    )
    let shared = try Shell.files(for: product, contributions)
    files = Dictionary(uniqueKeysWithValues: shared.map { ($0.path, $0) })
  }

  /// A complete document.
  package func response(
    _ content: PageContent,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> Response {
    var response = PageRoutes.response(layout.alone(content), status: status)
    response.headers.append(contentsOf: headers)
    return response
  }

  /// The path of the product's sign.
  package var sign: String { Assets.all.path(of: "\(product.name).svg") }

  /// A file that pages refer to; nil if there is none at this path.
  package func file(at path: [String]) -> Response? {
    if path.count == 3, path[0] == "assets" {
      return try? Assets.all.response(path[2], hash: path[1])
    }
    return files["/" + path.joined(separator: "/")]?.response
  }
}
