import Bus
import Core
import FileSystem
import LocalApp
import Loop
import Presentation
import Products
import Runtime

/// Follows changes by other programs in the served folder, other than writes to the journal.
@LoopActor
final class ReloadTrigger {
  private let space: LocalSpace
  private let control: Topic<ControlRequest>
  private let file: FileIdentity?
  private var watch: FolderWatch?
  private var subscription: Subscription?
  private var hasAsked = false

  init(_ space: LocalSpace, _ bus: Bus) throws {
    self.space = space
    control = bus.topic()
    file = FileIdentity(at: space.home.journal)
    subscription = bus.topic(FolderChanged.self).subscribe("folder") { [weak self] _ in
      self?.look()
    }
    watch = try FolderWatch(space.home.path, on: bus)
  }

  private func look() {
    guard !hasAsked, isOutdated else { return }
    // Reported once: later changes are seen when the folder is reopened.
    hasAsked = true
    control.publish(.reload)
  }

  private var isOutdated: Bool {
    let product = try? space.home.product().name
    // An unknown name may be partially written.
    if let product, product != space.product.name { return true }
    // This includes a missing one, after everything was deleted.
    return FileIdentity(at: space.home.journal) != file
  }

  func close() {
    subscription?.cancel()
    watch?.close()
  }
}
