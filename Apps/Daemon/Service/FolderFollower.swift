import Core
import Glibc
import LocalApp
import Loop
import Presentation
import Products
import Runtime

/// Follows changes by other programs in the served folder, other than writes to the journal.
@LoopActor
final class FolderFollower {
  private let space: LocalSpace
  private let control: ControlSignals
  private let file: FileVersion?
  private var watch: FolderWatch?

  init(_ space: LocalSpace, _ control: ControlSignals) throws {
    self.space = space
    self.control = control
    file = FileVersion(space.home.journal)
    watch = try FolderWatch(space.home.path) { [weak self] in self?.look() }
  }

  private func look() {
    let product = try? space.home.product().name
    // An unknown name may be partially written.
    if let product, product != space.product.name { return control.ask(for: .reload) }
    if let now = FileVersion(space.home.journal), now != file {
      control.ask(for: .reload)
    }
  }

  func close() { watch?.close() }
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
