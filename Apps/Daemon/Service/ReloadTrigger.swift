import Bus
import Core
import Glibc
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
  private let file: FileVersion?
  private var watch: FolderWatch?
  private var subscription: Subscription?
  private var hasAsked = false

  init(_ space: LocalSpace, _ bus: Bus) throws {
    self.space = space
    control = bus.topic()
    file = FileVersion(space.home.journal)
    subscription = bus.topic(FolderChanged.self).subscribe("folder") { [weak self] _ in
      self?.look()
    }
    watch = try FolderWatch(space.home.path, on: bus)
  }

  private func look() {
    guard !hasAsked, isOutdated else { return }
    // Once: what changes until the folder is opened anew is seen then.
    hasAsked = true
    control.publish(.reload)
  }

  private var isOutdated: Bool {
    let product = try? space.home.product().name
    // An unknown name may be partially written.
    if let product, product != space.product.name { return true }
    return FileVersion(space.home.journal).map { $0 != file } ?? false
  }

  func close() {
    subscription?.cancel()
    watch?.close()
  }
}

/// The identity of the file behind a path, which changes when a backup is restored.
private struct FileVersion: Equatable {
  let device: UInt
  let number: UInt

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
