import Bus
import Core
import FileSystem
import LocalApp
import Locks
import Loop
import Presentation
import Products
import Runtime
import SQLiteJournal
import Web

/// The home that the daemon serves, as a whole, for the web app.
final class OwnStorage: HomeStorage {
  private let space: LocalSpace
  private let folder: Topic<FolderChanged>
  private let replaced = Locked(false)

  init(_ space: LocalSpace, _ bus: Bus) {
    self.space = space
    folder = bus.topic()
  }

  private var home: Home { space.home }

  /// Whether the served home was replaced: the daemon reopens it in a moment.
  var isReplaced: Bool { replaced.withLock { $0 } }

  /// Triggers a check of the folder now, instead of when the system reports the change.
  private func didReplace() {
    replaced.withLock { $0 = true }
    folder.post(FolderChanged())
  }

  // MARK: Copies

  func copies() async throws -> [KeptCopy] {
    let copies = HomeCopies(home)
    return try await Loop.offload {
      copies.all.map { kept($0.name, .day($0.day), at: $0.path) }
        + copies.asides.map { kept($0.name, $0.occasion.kept, at: $0.path) }
    }
  }

  func copyWarning() async throws -> String? {
    let copies = HomeCopies(home)
    return try await Loop.offload { copies.roomWarning }
  }

  func path(of name: String) throws -> String {
    let copies = HomeCopies(home)
    let path =
      copies.all.first { $0.name == name }?.path ?? copies.asides.first { $0.name == name }?.path
    guard let path else {
      throw DomainError(
        "no-such-copy",
        "That copy is no longer there. Nothing was changed: choose another one."
      )
    }
    return path
  }

  // MARK: Restoring

  private var restoring: HomeRestore { HomeRestore(home, as: space.product) }

  func outlook(of path: String, called name: String) async throws -> RestoreOutlook {
    let found = try await restoring.outlook(of: path, called: name)
    return RestoreOutlook(
      backup: side(found.backup, alone: found.returning, found.returningHabits),
      present: side(found.present, alone: found.leaving, found.leavingHabits),
      product: found.product?.title,
      server: found.server
    )
  }

  private func side(
    _ contents: HomeRestore.Contents,
    alone: Int,
    _ habitsAlone: [String]
  ) -> RestoreOutlook.Side {
    RestoreOutlook.Side(
      entries: contents.entries,
      lastAt: contents.lastAt,
      habits: contents.habits,
      alone: alone,
      habitsAlone: habitsAlone
    )
  }

  func restore(from path: String, called name: String) async throws -> String? {
    let report = try await restoring.restore(from: path, called: name)
    didReplace()
    return HomeCopies(home).asides.first { $0.path == report.replaced }?.name
  }

  // MARK: The end, and a beginning

  func server() throws -> String? { try home.sync.loadAccount()?.server }

  func erase() async throws -> Bool {
    try await LinkedAccount.checkServerHasKeys(of: home)
    let isTold = try await LinkedAccount.leaveBeforeErasure(home)
    let home = home
    try await Loop.offload { try HomeErasure(home).run() }
    didReplace()
    return isTold
  }

  var lacksProduct: Bool { !home.hasChosen }

  func choose(product name: String) async throws {
    let product = try Home.product(named: name)
    let isEmpty = try await space.runtimeClient.position().sequence == 0
    guard lacksProduct || isEmpty else {
      let words = "This home is used as \(space.product.title). Nothing was changed: "
      throw DomainError(
        "product-chosen",
        words + "to use it as another product, type  trellis init --product \(product.name)",
        onPages: words + "another product can be chosen here before anything is entered."
      )
    }
    try home.choose(product)
    if product.name != space.product.name { didReplace() }
  }
}

private func kept(_ name: String, _ occasion: KeptCopy.Occasion, at path: String) -> KeptCopy {
  let outline = try? SQLiteJournal.outline(ofBackup: path)
  return KeptCopy(
    id: name,
    occasion: occasion,
    entries: outline?.facts,
    lastAt: outline?.lastAt,
    size: DiskSpace.size(of: path)
  )
}

extension HomeCopies.PutAside.Occasion {
  fileprivate var kept: KeptCopy.Occasion {
    switch self {
    case .restore: .restore
    case .import: .import
    case .sync: .link
    }
  }
}
