import Core
import Presentation

extension HomeCopies {
  /// Whether copies are made, as a setting of the home.
  ///
  /// It belongs to the home and not to the space, so that restoring an older copy does not change
  /// it.
  public var setting: Setting {
    Setting(
      key: "copies",
      summary:
        "Make a copy of everything each day, in the folder “copies”. Those there stay when it is off.",
      values: Setting.onOrOff,
      read: { _ in areOn ? "on" : "off" },
      write: { _, value in try set(on: SwitchState(typed: value, for: "copies") == .on) }
    )
  }
}
