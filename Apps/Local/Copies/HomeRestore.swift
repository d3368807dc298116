import Core
import FileSystem
import Glibc
import Journals
import Presentation
import Products
import Runtime
import SQLiteJournal
import TrackingContract

/// Restores a backup, and describes the effects beforehand.
public struct HomeRestore: Sendable {
  /// The contents of a journal.
  public struct Contents: Sendable, Equatable {
    /// The number of entries.
    public let entries: Int
    /// When the last of them was made; nil if there is none.
    public let lastAt: Instant?
    /// The titles of the habits, archived ones too; empty in a product without habits.
    public let habits: [String]
  }

  /// The effects of a restore.
  public struct Outlook: Sendable {
    public let backup: Contents
    public let present: Contents
    /// The product in which the backup was made; nil in older ones.
    public let product: Product?
    /// The number of the backup's entries that are not here.
    public let returning: Int
    /// The number of entries here, without those that programs make, that the backup lacks.
    public let leaving: Int
    /// The titles of habits that are in the backup and not here, and vice versa.
    public let returningHabits: [String]
    public let leavingHabits: [String]
    /// The server with which the home is synchronized; nil if it is not.
    public let server: String?
  }

  let home: Home
  let product: Product

  public init(_ home: Home, as product: Product) {
    self.home = home
    self.product = product
  }

  // MARK: Looking

  /// Returns the effects of restoring a file; nothing is changed.
  ///
  /// - Parameter name: the person's name for the file.
  /// - Throws: a ``DomainError`` if it cannot be restored here.
  public func outlook(of path: String, called name: String) async throws -> Outlook {
    let copy = "\(home.path)/.backup-look-\(UInt64.random(in: .min ... .max))"
    defer { for suffix in ["", "-wal", "-shm", ".lock", ".head"] { unlink(copy + suffix) } }
    let report = try await HomeRestore.inWords(path, name) {
      try await SQLiteJournal.checkedCopy(of: path, at: copy)
    }
    return try await compare(copy, made(in: report.product, name), name)
  }

  /// Compares a copy of the backup with the present journal.
  private func compare(_ copy: String, _ made: Product?, _ name: String) async throws -> Outlook {
    let theirs = try SQLiteJournal(path: copy)
    let ours = try LocalSpace.openJournal(in: home)
    let server = try home.sync.loadAccount()?.server
    try await checkSpace(theirs, ours, isLinked: server != nil)
    let backup = try await look(into: theirs, name)
    let present = try await look(into: ours, name)
    let returning = try await HomeRestore.lacking(in: ours, of: theirs)
    let leaving = try await HomeRestore.lacking(in: theirs, of: ours)
    return Outlook(
      backup: backup.contents,
      present: present.contents,
      product: made,
      returning: returning,
      leaving: leaving,
      returningHabits: backup.titles(without: present),
      leavingHabits: present.titles(without: backup),
      server: server
    )
  }

  /// The contents found in a journal.
  private struct Found {
    let contents: Contents
    let habits: [Habit]

    /// The titles of the habits that another journal does not have.
    func titles(without other: Found) -> [String] {
      let theirs = Set(other.habits.map(\.id))
      return habits.filter { !theirs.contains($0.id) }.map(\.details.title)
    }
  }

  private func look(into journal: SQLiteJournal, _ name: String) async throws -> Found {
    guard let space = try await journal.spaces().first else {
      return Found(contents: Contents(entries: 0, lastAt: nil, habits: []), habits: [])
    }
    let runtime = try Runtime(
      modules: product.modules,
      journal: journal,
      device: try await journal.device(),
      policies: product.policies,
      clock: try Home.clock(),
      hostZone: Zone.system()
    )
    let habits: [Habit]
    do {
      let client = runtime.client(for: .owner, in: space)
      habits = product.takesHabits ? try await client.ask(AllHabits(includesArchived: true)) : []
    } catch {
      await runtime.close()
      throw error
    }
    await runtime.close()
    let head = try await journal.read(space, after: 0, limit: 1).head
    let last = try await journal.read(space, after: max(0, head - 1), limit: 1).rows.last
    let contents = Contents(
      entries: head,
      lastAt: last?.fact.stamp.clock.instant,
      habits: habits.map(\.details.title)
    )
    return Found(contents: contents, habits: habits)
  }

  /// The number of a person's entries in one journal that another lacks.
  private static func lacking(
    in other: SQLiteJournal,
    of journal: SQLiteJournal
  ) async throws -> Int {
    guard let space = try await journal.spaces().first else { return 0 }
    var (count, last) = (0, 0)
    while true {
      let page = try await journal.read(space, after: last, limit: 500)
      let facts = page.rows.map(\.fact).filter { !ImportCopy.ofPrograms.contains($0.kind) }
      count += facts.count - (try await other.known(facts.map(\.id), in: space).count)
      last += page.rows.count
      if page.rows.isEmpty || last >= page.head { return count }
    }
  }

  // MARK: Restoring

  /// Sets the present journal aside, and puts the backup in its place.
  ///
  /// It is one rename: after a crash the journal is either the former one or the backup.
  ///
  /// - Throws: a ``DomainError`` if it cannot be restored here; nothing was replaced then.
  public func restore(from path: String, called name: String) async throws -> RestoreReport {
    _ = try await outlook(of: path, called: name)
    let report = try await HomeRestore.inWords(path, name) {
      try await SQLiteJournal.restore(from: path, to: home.journal)
    }
    _ = try home.adopt(report.product.flatMap { ProductCatalog.product(named: $0) })
    return report
  }
}
