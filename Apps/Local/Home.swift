import Core
import FileSystem
import Glibc
import Presentation
import Products

/// The folder with a person's data and the chosen product.
public struct Home: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// `TRELLIS_HOME`, else the default folder.
  public static func find() throws -> Home {
    if let home = variable("TRELLIS_HOME") { return Home(path: home) }
    return try usual()
  }

  /// `trellis` in the XDG data folder.
  ///
  /// Source: XDG Base Directory Specification 0.8.
  static func usual() throws -> Home {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return Home(path: data + "/trellis")
    }
    guard let user = variable("HOME") else {
      throw DomainError(
        "no-home",
        "There is no home folder to keep your data in. Set TRELLIS_HOME to a folder of yours."
      )
    }
    return Home(path: user + "/.local/share/trellis")
  }

  /// The value of an environment variable, unless it is empty.
  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  public var journal: String { "\(path)/\(UserFile.journalName)" }
  public var telemetry: String { path + "/telemetry.json" }
  /// The day on which the counts were last sent, or first checked.
  public var telemetrySent: String { path + "/telemetry-sent" }
  private var choice: String { path + "/product" }

  /// Whether the folder has no journal yet.
  public var isNew: Bool { access(journal, F_OK) != 0 }

  /// The product to run as: `TRELLIS_PRODUCT`, else the chosen one, else the first.
  public func product() throws -> Product {
    if let name = Home.variable("TRELLIS_PRODUCT") { return try Home.product(named: name) }
    guard let name = try chosen() else { return ProductCatalog.products[0] }
    guard let product = ProductCatalog.product(named: name) else {
      throw DomainError(
        "unknown-product",
        "\(path) is kept as “\(name)”, which is no product of this program. Nothing was changed: use "
          + "the program that has it, or write one of these names into \(choice): "
          + "\(Home.productNames)."
      )
    }
    return product
  }

  /// Whether a product was chosen for this home, by its person or by a restore.
  public var hasChosen: Bool {
    if Home.variable("TRELLIS_PRODUCT") != nil { return true }
    // A choice that cannot be read was made nevertheless.
    do { return try chosen() != nil } catch { return true }
  }

  /// The name of the chosen product; nil if none was chosen.
  ///
  /// - Throws: a ``DomainError`` if there is a choice that cannot be read. Under another product other
  ///   rules would hold.
  private func chosen() throws -> String? {
    guard let file = fopen(choice, "re") else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      try requireOwn()
      throw unreadable(code)
    }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else {
      if ferror(file) != 0 { throw unreadable(errno) }
      return nil
    }
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self).trimmed
    return name.isEmpty ? nil : name
  }

  /// - Throws: a ``DomainError`` that lists the available products.
  public static func product(named name: String) throws -> Product {
    guard let product = ProductCatalog.product(named: name) else {
      throw DomainError(
        "unknown-product",
        "There is no product called “\(name)”. There are: \(productNames)."
      )
    }
    return product
  }

  private static var productNames: String {
    ProductCatalog.products.map(\.name).joined(separator: ", ")
  }

  /// Saves the product of a restore or an import, unless one was chosen here.
  ///
  /// - Returns: the product, if it is now the home's.
  public func adopt(_ product: Product?) throws -> Product? {
    guard let product, try chosen() == nil else { return nil }
    try choose(product)
    return product
  }

  /// Saves the choice of a product atomically.
  public func choose(_ product: Product) throws {
    try create()
    try save(choice: product.name)
  }

  private func save(choice name: String) throws {
    do throws(FileError) {
      try AtomicFile.write(Array((name + "\n").utf8), to: choice)
    } catch { throw unwritable(error) }
  }

  /// Saves the choice of a product, and takes it back if what it is needed for fails.
  public func choose(_ product: Product, if action: () throws -> Void) throws {
    let before = try chosen()
    try choose(product)
    do {
      try action()
    } catch {
      // Without a choice the home can still be linked to a server of another product.
      if let before { try? save(choice: before) } else { unlink(choice) }
      throw error
    }
  }

  /// Creates the folder and its parents, for this user only.
  ///
  /// - Throws: a ``DomainError`` when it cannot be created, or belongs to another user.
  public func create() throws {
    try createFolder()
    try HomeErasure(self).finish()
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw DomainError(
        "home-no-folder",
        "\(path) is a file, and your data need a folder. Nothing was changed: set TRELLIS_HOME to "
          + "another place."
      )
    }
    try requireOwn()
  }

  /// - Throws: a ``DomainError`` if the folder is known to belong to another user, who could read what is
  ///   entered, and redirect writes with links.
  private func requireOwn() throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid != geteuid() else { return }
    throw DomainError(
      "home-not-yours",
      "The folder \(path) belongs to another user of this machine. Nothing was opened or "
        + "changed: work as that user, or set TRELLIS_HOME to a folder of your own."
    )
  }

  /// Creates a folder that may be shared, such as that of a socket, and its parents.
  func createFolder() throws {
    do throws(FileError) {
      try Folder.create(path)
    } catch { throw unwritable(error) }
  }

  /// The system's clock, or the instant in `TRELLIS_NOW`.
  ///
  /// The clock is frozen at the instant, unless a `+` after it makes the clock run from there.
  public static func clock() throws -> any WallClock {
    guard let text = variable("TRELLIS_NOW") else { return SystemClock() }
    let goesOn = text.hasSuffix("+")
    guard let instant = Instant(rfc3339: goesOn ? String(text.dropLast()) : text) else {
      throw DomainError(
        "bad-now",
        "TRELLIS_NOW is “\(text)”, which is not an instant such as 2026-03-29T08:30:00+02:00. "
          + "Nothing was changed."
      )
    }
    return goesOn ? ShiftedClock(to: instant) : FixedClock(instant)
  }

  private func unreadable(_ code: Int32) -> DomainError {
    DomainError(
      "home-unreadable",
      "\(choice), which says as which product your data are kept, cannot be read "
        + "(\(FileError(code: code))). Nothing was changed: give yourself the right to read it and its "
        + "folder, or set TRELLIS_HOME to another place."
    )
  }

  private func unwritable(_ error: FileError) -> DomainError {
    DomainError(
      "home-unwritable",
      "The folder \(path) cannot be written (\(error)). Nothing was "
        + "saved: free space or give yourself the right to write there, or set TRELLIS_HOME."
    )
  }
}
