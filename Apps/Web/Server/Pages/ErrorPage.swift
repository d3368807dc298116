import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages

/// The page that a person sees when another cannot be shown.
struct ErrorPage: Sendable {
  let pages: PageRoutes

  /// Inside the app's frame if that works and reveals nothing, otherwise as a page of its own.
  func response(_ problem: Problem, _ exchange: HTTPExchange) async -> Response {
    let content = content(problem)
    var response: Response
    if [404, 405].contains(problem.status.code), exchange.principal != nil,
      let context = try? await pages.host.context(for: exchange.visitor)
    {
      let request = pages.pageRequest(context, exchange.target, [:], of: exchange)
      let frame = pages.frame
      let html =
        exchange.wantsFragment
        ? await frame.fragment(content, for: request) : await frame.page(content, for: request)
      response = PageRoutes.response(html)
    } else {
      response = PageRoutes.response(pages.frame.alone(content))
    }
    response.status = problem.status
    response.headers.append(contentsOf: problem.headers)
    return response
  }

  /// Missing pages and internal errors are described in the product's words.
  private func content(_ problem: Problem) -> PageContent {
    let isPlain = ["not-found", "internal"].contains(problem.code)
    return ErrorContent.content(
      problem.status.code,
      code: problem.code,
      isPlain ? nil : problem.detail,
      for: pages.host.product
    )
  }
}
