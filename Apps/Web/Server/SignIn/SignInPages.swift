import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// The responses to browsers that are not signed in.
struct SignInPages: Sendable {
  let product: Product
  let frame: PageLayout
  let desktop: (any SignInDesktop)?

  /// The page that says how to get in.
  ///
  /// - Parameter next: the page to show afterwards.
  func signIn(
    next: String,
    status: HTTPResponse.Status,
    note: SignInPage.Note? = nil
  ) -> Response {
    let content = SignInPage.signIn(
      product,
      ask: desktop?.canAsk == true ? SignInRoutes.askAddress(next: next) : nil,
      note: note
    )
    return response(content, status)
  }

  /// The page that waits for the person's answer, and looks again by itself.
  func waiting(code: String, again: String, seconds: Int) -> Response {
    let refresh = PageLayout.Refresh(seconds: seconds, path: again)
    return response(SignInPage.waiting(product, code: code), .ok, refresh)
  }

  /// A page that goes on to another one.
  ///
  /// Not a redirect: within one that another page began, a browser would not send the cookie.
  ///
  /// - Parameter token: of the session that begins; nil for none.
  func goOn(to path: String, signedInWith token: String? = nil) -> Response {
    let refresh = PageLayout.Refresh(seconds: 0, path: path)
    var response = response(SignInPage.goOn(product, path), .ok, refresh)
    if let token {
      response.headers.append(HTTPField(name: .setCookie, value: Session.cookie(with: token)))
    }
    return response
  }

  private func response(
    _ content: PageContent,
    _ status: HTTPResponse.Status,
    _ refresh: PageLayout.Refresh? = nil
  ) -> Response {
    PageRoutes.response(frame.alone(content, refresh: refresh), status: status)
  }
}
