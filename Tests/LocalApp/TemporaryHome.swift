import FileSystem
import Glibc

@testable import LocalApp

/// A home of its own, removed with its last reference.
final class TemporaryHome {
  let home: Home

  init() {
    var template = Array("/tmp/trellis-home-XXXXXX".utf8CString)
    home = Home(path: mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere")
  }

  deinit {
    // All but the lock, which a program keeps.
    try? HomeCopies(home).remove()
    unlink("\(home.path)/copies/.lock")
    rmdir("\(home.path)/copies")
    for name in names { unlink("\(home.path)/\(name)") }
    rmdir(home.path)
  }

  var names: [String] { ((try? FolderListing.names(in: home.path)) ?? []).sorted() }

  /// The permissions of a file; nil if there is none.
  func mode(of name: String) -> UInt32? {
    var status = stat()
    return stat("\(home.path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
  }

  func write(_ text: String, to name: String, mode: mode_t = 0o600) {
    let path = "\(home.path)/\(name)"
    guard let file = fopen(path, "w") else { return }
    fwrite(Array(text.utf8), 1, text.utf8.count, file)
    fclose(file)
    chmod(path, mode)
  }
}

extension SyncAccount {
  static func sample(
    _ server: String = "https://habits.example",
    account: String = "0a",
    product: String = "sober",
    sealed: Bool = false
  ) -> SyncAccount {
    SyncAccount(
      server: server,
      serverKey: String(repeating: "ab", count: 32),
      account: account,
      email: "me@example.org",
      session: "5e55",
      product: product,
      isSealed: sealed
    )
  }
}
