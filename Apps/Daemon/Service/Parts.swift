import Core
import LocalApp
import Logging
import Loop
import Products
import Runtime

/// What is at work while a space is kept awake, beside the web app.
@LoopActor
final class Parts {
  let live: Live
  private let folder: Folder
  private let turn: DayTurn
  private let counting: Counting?
  private let notices: Notices?

  /// Begins all of it.
  init(
    _ space: LocalSpace,
    _ head: Int,
    _ uses: FeatureUses?,
    _ whereabouts: Whereabouts,
    _ wishes: Wishes,
    _ log: Logger
  ) async throws {
    let live = Live(space, head: head)
    self.live = live
    folder = try Folder(space, wishes)
    turn = try DayTurn(
      space,
      turned: { live.tellAgain() },
      moved: { wishes.ask(for: .reload) }
    )
    counting = uses.map { Counting(space, $0) }
    // Before the alarms, so that what is due by now is heard.
    notices = try await Notices.bring(space, whereabouts, log)
    try await space.runtime.followOthers()
    await space.runtime.keepAlarms()
  }

  func close() {
    folder.close()
    turn.close()
    counting?.close()
    notices?.close()
    live.close()
  }
}
