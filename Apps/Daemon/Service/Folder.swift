import Core
import Glibc
import LocalApp
import Loop
import Presentation
import Products
import Runtime

/// Follows what other programs do in the folder that is served, beside writing to the journal.
@LoopActor
final class Folder {
  private let space: LocalSpace
  private let wishes: Wishes
  private let file: FileIdentity?
  private var watch: FolderWatch?

  init(_ space: LocalSpace, _ wishes: Wishes) throws {
    self.space = space
    self.wishes = wishes
    file = FileIdentity(space.home.journal)
    watch = try FolderWatch(space.home.path) { [weak self] in self?.look() }
  }

  private func look() {
    let product = try? space.home.product().name
    // A name that is not known may be half of one.
    if let product, product != space.product.name { return wishes.ask(for: .reload) }
    if let now = FileIdentity(space.home.journal), now != file {
      wishes.ask(for: .reload)
    }
  }

  func close() { watch?.close() }
}

/// Which file a name stands for; another one after a backup was restored.
private struct FileIdentity: Equatable {
  let device: UInt
  let number: UInt

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
