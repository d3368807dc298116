import Bus
import Core
import LocalApp
import Loop
import Replication

/// Tells the person about sync problems that only they can fix, once each.
///
/// Being offline is not one of them: what waits is sent later.
@LoopActor
final class SyncNotices {
  private let home: Home
  private let topic: Topic<SyncNeedsPerson>

  init(_ space: LocalSpace, _ bus: Bus) {
    home = space.home
    topic = bus.topic()
  }

  /// Checks how a round ended.
  func consider(_ outcome: RoundOutcome, _ status: SyncStatus) {
    switch outcome.ending {
    case .settled: _ = ReportedSyncState.change(of: home) { $0.note(keyless: nil) }
    case .interrupted(let trouble):
      switch trouble.kind {
      case .signedOut: notifySignedOut()
      case .keyNeeded: notifyKeyNeeded()
      default: break
      }
    case .busy, .cancelled: break
    }
    notify(refused: status.refused)
  }

  func notifySignedOut() {
    guard let session = try? home.sync.loadAccount()?.session,
      replace(\.session, with: session) != session
    else { return }
    topic.publish(
      SyncNeedsPerson(
        title: "Sign in again",
        words:
          "This device is signed out of your account. Nothing is lost, and what you enter waits "
          + "here. Sign in with: trellis sync login"
      )
    )
  }

  /// Reports friends' reactions to what the person has shared.
  func notify(_ reactions: [FriendNoticeAnswer]) {
    guard let newest = reactions.last else { return }
    let all = reactions.map { "\($0.person.name) \($0.emoji?.description ?? "")".trimmed }
    topic.publish(
      SyncNeedsPerson(
        title: reactions.count == 1
          ? "\(newest.person.name) has reacted" : "\(reactions.count) reactions of friends",
        words: all.suffix(5).joined(separator: ", ")
          + ". To see what they reacted to, type: trellis feed"
      )
    )
  }

  /// Reports that devices have signed in to the account.
  func notify(_ devices: [DeviceSession]) {
    guard let newest = devices.first else { return }
    topic.publish(
      SyncNeedsPerson(
        title: devices.count == 1
          ? "“\(newest.name)” has signed in to your account"
          : "\(devices.count) devices have signed in to your account",
        words:
          "If that was not you, sign it out, and change your password. See them with: trellis sync "
          + "devices"
      )
    )
  }

  private func notifyKeyNeeded() {
    guard let session = try? home.sync.loadAccount()?.session,
      ReportedSyncState.change(of: home, { $0.note(keyless: session) })
    else { return }
    topic.publish(
      SyncNeedsPerson(
        title: "Your encrypted entries have a new key",
        words:
          "A device was signed out, so this one needs your password once. Nothing is lost. Type: "
          + "trellis sync recover"
      )
    )
  }

  private func notify(refused: Int) {
    guard refused > replace(\.refused, with: refused) else { return }
    let entries = refused.counted("entry", "entries")
    topic.publish(
      SyncNeedsPerson(
        title: "The server has refused \(entries)",
        words:
          "What was refused counts nowhere and stays on this device. See why with: trellis sync "
          + "issues"
      )
    )
  }

  /// Notes what is reported, and returns what was before.
  private func replace<Value>(
    _ place: WritableKeyPath<ReportedSyncState, Value>,
    with value: Value
  ) -> Value {
    ReportedSyncState.change(of: home) { reported in
      let before = reported[keyPath: place]
      reported[keyPath: place] = value
      return before
    }
  }
}
