import API
import Core
import HTTPServing
import HTTPTypes
import Pages
import Products

/// Maps errors to statuses.
extension Problem {
  /// Returns the problem for an error; nil for an unexpected one.
  ///
  /// - Parameters:
  ///   - isOnPage: whether a page shows it, which has no terminal.
  ///   - today: the day of the person who sees the page; nil if it is not known.
  init?(_ error: any Error, isOnPage: Bool = false, today: Day? = nil) {
    if let problem = error as? Problem {
      self = problem
    } else if error is NotFound {
      self = .notFound
    } else if let words = ErrorMessage(error) {
      let page = today.map { words.onPage(today: $0) } ?? words.pageMessage
      let message = isOnPage ? page : words.message
      self.init(Problem.status(of: error, words.code), words.code, message)
    } else {
      return nil
    }
  }

  /// A ``DomainError`` means that a request was understood but conflicts with rules or the state.
  private static func status(of error: any Error, _ code: String) -> HTTPResponse.Status {
    guard error is DomainError else { return .serviceUnavailable }
    return code.hasPrefix("no-such") || code.hasPrefix("unknown") ? .notFound : .conflict
  }

  /// A field of a request without the required value.
  package init(field error: FieldError) {
    let (status, code): (HTTPResponse.Status, String) =
      switch error.kind {
      case .unreadable: (.badRequest, "bad-json")
      case .wrong: (.unprocessableContent, "bad-fields")
      case .unfit: (.conflict, "unfit-value")
      }
    self.init(status, code, "\(error.words) Nothing was changed.")
  }

  static let internalError = Problem(
    .internalServerError,
    "internal",
    "Something went wrong inside the app. Nothing was lost: try again, and tell us if it happens again."
  )
}
