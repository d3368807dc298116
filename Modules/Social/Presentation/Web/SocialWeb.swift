import Core
import Pages
import Presentation
import SocialContract
import SocialDrawing
import TrackingContract

/// Sharing in a browser: a picture to view first, and to save.
extension SocialPresentation: PagePresentation {
  public static let pages = [Page("/share", body: SharePage.content)]

  public static let cards = [
    // The first choice always exists and can be shared: a product need not have habits.
    Card(in: .analytics, order: 5) { SharePage.card($0, of: shown(in: $0), weeks: weeks(in: $0)) },
    Card(in: .habit, order: 90) { request in
      SharePage.card(request, of: .habit(try request.id(as: HabitID.self)))
    },
    Card(in: Slot("sobriety"), order: 90) { request in
      SharePage.card(request, of: ShareSubject("sober.\(try request.parameter("of"))"))
    },
  ]

  /// The history that a page of analytics is about; nil where it is about something else.
  private static func shown(in request: PageRequest) -> ShareSubject? {
    guard let habit = (try? request.parameter("id")).flatMap({ HabitID($0) }) else { return nil }
    return .habit(habit)
  }

  /// The number of weeks that the page draws, including the current one.
  private static func weeks(in request: PageRequest) -> Int? {
    request.query["weeks"].flatMap { Int($0) }
      .map { min(max(1, $0) + 1, ComposeShareCard.mostWeeks) }
  }

  public static let downloads = PictureFormat.allCases.map { format in
    Download("/share/card.\(format.rawValue)") { try await SharePage.picture($0, as: format) }
  }

  public static func pageStyles(for theme: Theme) -> String { ShareStyles.all }
}

extension PictureFormat {
  var contentType: String {
    switch self {
    case .png: "image/png"
    case .svg: "image/svg+xml; charset=utf-8"
    case .pdf: "application/pdf"
    }
  }
}
