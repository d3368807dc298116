import Core
import Presentation

extension GardenSky {
  /// The sky over a person at this moment, in their time zone.
  public init(_ context: any SpaceContext) {
    self.init(
      minute: GardenSky.minute(context),
      month: context.today.month,
      zone: context.calendar.zone.identifier,
      unixSeconds: context.now.milliseconds / 1000
    )
  }

  /// Returns when the light over a person changes next, at midnight at the latest.
  public static func nextChange(_ context: any SpaceContext) -> Instant {
    let minute = minute(context)
    let season = Season(month: context.today.month, zone: context.calendar.zone.identifier)
    let change = Daylight.change(after: minute, season: season)
    let begun = context.now.milliseconds / 60_000 * 60
    return Instant(seconds: begun + Int64(change - minute) * 60)
  }

  private static func minute(_ context: any SpaceContext) -> Int {
    let seconds = context.calendar.zone.localSeconds(at: context.now)
    return Int(((seconds % 86_400) + 86_400) % 86_400 / 60)
  }
}
