import Core
import Pages
import Presentation

/// The web presentation of Tracking: today, the habits, and the history.
extension TrackingPresentation: PagePresentation {
  public static let pages: [Page] = [
    TodayPage.page, WeekPage.page, HistoryPage.page, DayPage.page, HabitsPage.page,
    HabitFormPages.new, VacationsPage.page, HabitPage.page, HabitFormPages.edit,
    DeletePage.page, HabitDayPage.page, CancelVacationPage.page,
  ]

  public static let actions: [FormAction] =
    CheckActions.all + HabitActions.all + VacationActions.all + JoinActions.all

  public static let cards = [
    Card(in: .todayHead, order: 10, body: YearHead.html),
    Card(in: .welcome, order: 5, body: WelcomeCard.body),
    Card(in: .account, order: 10, body: TwinsCard.body),
  ]

  public static let documents: [DocumentEndpoint] = TrackingDocuments.all

  public static func styles(for theme: Theme) -> String {
    TrackingStyles.home + (theme.look.motif == .plain ? YearHead.rules : "")
  }

  public static func pageStyles(for theme: Theme) -> String { TrackingStyles.pages }
}
