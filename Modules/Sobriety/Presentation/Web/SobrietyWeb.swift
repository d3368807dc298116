import Core
import Pages
import Presentation
import SobrietyContract

/// Sober days in a browser.
extension SobrietyPresentation: PagePresentation {
  public static let pages = [
    Page("/sober", tab: Tab(.soberTab, icon: .moon, order: 5), body: SoberPage.content),
    Page("/sober/days/{day}", body: SoberDayPage.content),
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
    FormAction("sobriety.delete-substance", run: SoberActions.delete),
  ]

  public static func styles(for theme: Theme) -> String { SoberStyles.all }

  public static func pageStyles(for theme: Theme) -> String { SoberStyles.question }
}

extension Slot {
  /// The page of sober days; its parameter `of` is the substance.
  static let sobriety = Slot("sobriety")
}
