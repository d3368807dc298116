import Core
import Pages
import Presentation
import SobrietyContract

/// Sober days in a browser.
extension SobrietyPresentation: PagePresentation {
  public static let pages = [
    Page("/sober", tab: Tab(.soberTab, icon: .moon, order: 5), body: SoberPage.content),
    Page("/sober/days/{day}", body: SoberDayPage.content),
    Page("/sober/craving", body: CravingPage.content),
    Page("/sober/health", body: SoberHealthPage.content),
    Page("/sober/settings", body: SoberSettingsPage.content),
  ]

  public static let cards = [
    Card(in: .welcome, order: 10, body: SoberCards.welcome),
    Card(in: .settings, order: 20, body: SoberCards.settings),
  ]

  public static let actions = [
    FormAction("sobriety.mark-day", run: SoberActions.mark),
    FormAction("sobriety.begin", run: SoberActions.begin),
    FormAction("sobriety.rename-substance", run: SoberActions.rename),
    FormAction("sobriety.set-figures", run: SoberActions.figures),
    FormAction("sobriety.set-why", run: SoberActions.why),
    FormAction("sobriety.pledge", run: DiaryActions.pledge),
    FormAction("sobriety.review", run: DiaryActions.review),
    FormAction("sobriety.note-slip", run: DiaryActions.slip),
    FormAction("sobriety.pass-craving", run: DiaryActions.craving),
    FormAction("sobriety.delete-substance", run: SoberActions.delete),
  ]

  public static func styles(for theme: Theme) -> String { SoberStyles.all + DiaryStyles.home }

  public static func pageStyles(for theme: Theme) -> String {
    SoberStyles.question + DiaryStyles.pages
  }
}

extension Slot {
  /// The page of sober days; its parameter `of` is the substance.
  static let sobriety = Slot("sobriety")
}
