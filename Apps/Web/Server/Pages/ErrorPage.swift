import Core
import HTTPTypes
import Hummingbird
import PageKit

/// What a person sees when a page cannot be shown.
struct ErrorPage: Sendable {
  let pages: PageRoutes

  /// Within the app where that reveals nothing and works; else on a page of its own.
  func response(_ problem: Problem, _ exchange: Exchange) async -> Response {
    let content = PageContent(title: title(of: problem), body: body(problem))
    var response: Response
    if [404, 405].contains(problem.status.code),
      let session = try? await pages.host.session(for: exchange.visitor)
    {
      let visit = pages.visit(session, exchange.target, [:])
      let frame = pages.frame
      let html =
        exchange.wantsFragment
        ? frame.fragment(content, for: visit) : await frame.page(content, for: visit)
      response = PageRoutes.response(html)
    } else {
      response = PageRoutes.response(alone(content))
    }
    response.status = problem.status
    response.headers.append(contentsOf: problem.headers)
    return response
  }

  private func title(of problem: Problem) -> String {
    switch problem.status.code {
    case 404: "There is nothing here"
    case 401, 403: "This is not open to you"
    case 400..<500: "That did not work"
    default: "Something went wrong"
    }
  }

  private func body(_ problem: Problem) -> HTML {
    """
    <section class="card"><h1>\(title(of: problem))</h1><p>\(problem.detail)</p>\
    <p><a class="button" href="/">To the first page</a></p></section>
    """
  }

  /// Without anything that would have to be read from the space.
  private func alone(_ content: PageContent) -> HTML {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8">\
    <meta name="viewport" content="width=device-width, initial-scale=1">\
    <title>\(content.title) · \(pages.host.product.title)</title>\
    <link rel="stylesheet" href="\(pages.frame.path("app.css"))"></head>\
    <body><main id="main">\(content.body)</main></body></html>
    """
  }
}
