import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// The responses to browsers that are not signed in.
struct SignInPages: Sendable {
  let product: Product
  let frame: PageLayout
  let desktop: (any SignInDesktop)?

  /// The page that explains how to sign in.
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

  /// The page that waits for the person's answer, and reloads by itself.
  func waiting(code: String, again: String, seconds: Int) -> Response {
    let refresh = PageLayout.Refresh(seconds: seconds, path: again)
    return response(SignInPage.waiting(product, code: code), .ok, refresh)
  }

  /// A page that continues to another one.
  ///
  /// It is not a redirect: in a chain that another page started, a browser would not send the
  /// cookie.
  ///
  /// - Parameter token: the token of the new session; nil for none.
  func goOn(to path: String, signedInWith token: String? = nil) -> Response {
    let refresh = PageLayout.Refresh(seconds: 0, path: path)
    var response = response(SignInPage.goOn(product, path), .ok, refresh)
    if let token {
      response.headers.append(HTTPField(name: .setCookie, value: WebSession.cookie(with: token)))
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
