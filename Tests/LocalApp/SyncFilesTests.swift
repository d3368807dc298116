import Core
import FileSystem
import Glibc
import Sealing
import Testing

@testable import LocalApp

struct SyncFilesTests {
  private let temporary = TemporaryHome()
  private var files: SyncFiles { temporary.home.sync }

  @Test func `a linked home knows its account, and its files belong to the user alone`() throws {
    #expect(try files.loadAccount() == nil)
    let ring = try KeyRing.new(recovery: RecoveryPhrase().recoveryKey)
    try files.link(.sample(sealed: true), token: "t0ken", keys: ring)
    #expect(try files.loadAccount() == .sample(sealed: true))
    #expect(try files.loadToken() == "t0ken")
    #expect(try files.loadKeys() == ring)
    for name in ["sync.json", "sync.token", "sync.keys"] {
      #expect(temporary.mode(of: name) == 0o600, "\(name)")
    }
  }

  @Test func `a sealed account is known by its address, however that is typed`() throws {
    let account = SyncAccount.sample(sealed: true)
    try files.link(account, token: "1", keys: nil)
    for typed in [account.email, account.email.uppercased(), " \(account.email)"] {
      for server in [account.server, "https://other.example"] {
        #expect(try files.expectsSealedAccount(of: typed, at: server), "\(typed) \(server)")
      }
    }
    #expect(try !files.expectsSealedAccount(of: "another.\(account.email)", at: account.server))
    try files.unlinkAccount(remembers: false)
    try files.link(.sample(), token: "2", keys: nil)
    #expect(try !files.expectsSealedAccount(of: account.email, at: account.server))
  }

  @Test func `the certificates of one server are trusted at no other one`() {
    let account = SyncAccount(
      server: "https://habits.example",
      serverKey: "",
      account: "0a",
      email: "me@example.org",
      session: "5e55",
      product: "sober",
      isSealed: false,
      authorities: "/ca.pem"
    )
    for address in ["habits.example", "https://habits.example/link", "HABITS.example:443"] {
      #expect(account.authorities(at: address) == "/ca.pem", "\(address)")
    }
    for address in ["other.example", "habits.example:8443", "http://", ""] {
      #expect(account.authorities(at: address) == nil, "\(address)")
    }
  }

  @Test func `a sealed account is known as such after another one, until it is erased`() throws {
    let sealed = SyncAccount.sample(sealed: true)
    let other = SyncAccount.sample("https://other.example", account: "0b")
    try files.link(sealed, token: "1", keys: nil)
    #expect(temporary.mode(of: "sync.sealed") == 0o600)
    try files.unlinkAccount()
    try files.link(other, token: "2", keys: nil)
    try files.unlinkAccount()
    #expect(try files.expectsSealedAccount(of: sealed.email, at: sealed.server))
    #expect(try files.hasHadSealed(.sample()))
    // The last account, which has the same address elsewhere, is known to be no sealed one.
    #expect(try !files.expectsSealedAccount(of: other.email, at: other.server))
    #expect(try !files.hasHadSealed(other))
    try files.link(other, token: "3", keys: nil)
    try files.unlinkAccount(remembers: false)
    #expect(try files.expectsSealedAccount(of: other.email, at: other.server))
    try files.link(sealed, token: "4", keys: nil)
    try files.unlinkAccount(remembers: false)
    #expect(try !files.expectsSealedAccount(of: sealed.email, at: sealed.server))
    #expect(temporary.names.isEmpty)
  }

  @Test func `a sealed account stays known by its address if its server names another`() throws {
    let account = SyncAccount.sample(sealed: true)
    let renamed = SyncAccount(
      server: account.server,
      serverKey: account.serverKey,
      account: account.account,
      email: "other@example.org",
      session: account.session,
      product: account.product,
      isSealed: true
    )
    for linked in [account, renamed] { try files.link(linked, token: "1", keys: nil) }
    for email in [account.email, renamed.email] {
      #expect(try files.expectsSealedAccount(of: email, at: account.server), "\(email)")
    }
    try files.unlinkAccount(remembers: false)
    #expect(try !files.expectsSealedAccount(of: account.email, at: account.server))
  }

  @Test func `the sealed account of a home of an earlier version is known after another one`()
    throws
  {
    let sealed = SyncAccount.sample(sealed: true)
    try files.link(sealed, token: "1", keys: nil)
    unlink("\(temporary.home.path)/sync.sealed")
    #expect(try files.expectsSealedAccount(of: sealed.email, at: sealed.server))
    try files.unlinkAccount()
    try files.link(.sample("https://other.example", account: "0b"), token: "2", keys: nil)
    #expect(try files.expectsSealedAccount(of: sealed.email, at: sealed.server))
  }

  @Test func `leaving forgets the secrets, and remembers which account it was`() throws {
    try files.link(.sample(), token: "t0ken", keys: nil)
    for name in ["sync.mark", "sync.receipt", "sync.status"] { temporary.write("x", to: name) }
    try files.unlinkAccount()
    #expect(try files.loadAccount() == nil)
    #expect(try files.loadFormerAccount() == .sample())
    #expect(throws: DomainError.self) { try files.loadToken() }
    #expect(temporary.mode(of: "sync.mark") != nil)
    #expect(temporary.mode(of: "sync.receipt") != nil)
    for name in ["sync.token", "sync.status"] {
      #expect(temporary.mode(of: name) == nil, "\(name)")
    }
    try files.link(.sample(), token: "t0ken", keys: nil)
    #expect(try files.loadFormerAccount() == nil)
    #expect(temporary.mode(of: "sync.receipt") != nil)
  }

  @Test func `a device that has lost its token does not say that the server knows`() async throws {
    try files.link(.sample(), token: "t0ken", keys: nil)
    unlink("\(temporary.home.path)/sync.token")
    #expect(try await !LinkedAccount.leave(temporary.home).isTold)
    #expect(try files.loadAccount() == nil)
  }

  @Test func `an account that was deleted leaves nothing but the mark`() throws {
    try files.link(.sample(), token: "t0ken", keys: nil)
    for name in ["sync.mark", "sync.receipt", "sync.status", "sync.dismissed"] {
      temporary.write("x", to: name)
    }
    try files.unlinkAccount(remembers: false)
    #expect(temporary.names == ["sync.mark"])
  }

  @Test func `signing in again keeps the receipt, another account does not`() throws {
    try files.link(.sample(), token: "1", keys: nil)
    temporary.write("x", to: "sync.receipt")
    try files.unlinkAccount()
    try files.link(.sample(), token: "2", keys: nil)
    #expect(temporary.mode(of: "sync.receipt") != nil)
    try files.unlinkAccount()
    try files.link(.sample(account: "0b"), token: "3", keys: nil)
    #expect(temporary.mode(of: "sync.receipt") == nil)
    temporary.write("x", to: "sync.receipt")
    try files.link(.sample("https://other.example", account: "0b"), token: "4", keys: nil)
    #expect(temporary.mode(of: "sync.receipt") == nil)
  }

  @Test func `signing in to a server that was restored keeps the later keys`() throws {
    let given = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let held = given.adding()
    try files.link(.sample(sealed: true), token: "1", keys: held)
    try files.link(.sample(sealed: true), token: "2", keys: given)
    #expect(try files.loadKeys() == held)
    let newer = held.adding()
    try files.link(.sample(sealed: true), token: "3", keys: newer)
    #expect(try files.loadKeys() == newer)
    try files.link(.sample(account: "0b", sealed: true), token: "4", keys: given)
    #expect(try files.loadKeys() == given)
  }

  @Test func `a server is known to have the keys only if it has given or got all of them`() throws {
    let given = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let document = KeyRingDocument(version: 1, byPassword: "a", byRecovery: "b", recoveryKey: "c")
    try files.link(.sample(sealed: true), token: "1", keys: given, as: document)
    #expect(files.confirmedRing == document.digest)
    #expect(temporary.mode(of: "sync.confirmed") == 0o600)
    try files.save(given.adding())
    #expect(files.confirmedRing == nil)
    // The later keys stay, which that server lacks.
    try files.link(.sample(sealed: true), token: "2", keys: given, as: document)
    #expect(files.confirmedRing == nil)
    try files.save(given, as: document)
    try files.link(.sample(account: "0b"), token: "3", keys: nil)
    #expect(files.confirmedRing == nil)
  }

  @Test func `keys that a server may lack outlast an account in between`() throws {
    let given = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let held = given.adding()
    let first = SyncAccount.sample(sealed: true)
    try files.link(first, token: "1", keys: held)
    try files.unlinkAccount(keepsKeys: true)
    let other = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    try files.link(.sample(account: "0b", sealed: true), token: "2", keys: other)
    #expect(try files.loadKeys() == other)
    #expect(try files.loadKeys(of: first.account, at: first.server) == held)
    #expect(temporary.mode(of: "sync.keys.former") == 0o600)
    try files.unlinkAccount()
    #expect(try files.loadKeys(of: first.account, at: first.server) == held)
    try files.link(first, token: "3", keys: given)
    #expect(try files.loadKeys() == held)
    #expect(temporary.mode(of: "sync.keys.former") == nil)
  }

  @Test func `a link that fails midway leaves no account with the token or keys of another`()
    throws
  {
    let given = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let held = given.adding()
    let first = SyncAccount.sample(sealed: true)
    try files.link(first, token: "1", keys: held)
    let other = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let path = "\(temporary.home.path)/sync.token"
    unlink(path)
    try #require(mkdir(path, 0o700) == 0)
    #expect(throws: DomainError.self) {
      try files.link(.sample(account: "0b", sealed: true), token: "2", keys: other)
    }
    rmdir(path)
    #expect(try files.loadAccount() == nil)
    #expect(try files.loadFormerAccount() == first)
    // As if it had failed a step later.
    try files.save(other)
    #expect(try files.loadKeys(of: first.account, at: first.server) == held)
    try files.link(.sample(account: "0b", sealed: true), token: "3", keys: other)
    #expect(try files.loadKeys(of: first.account, at: first.server) == held)
    try files.link(first, token: "4", keys: given)
    #expect(try files.loadKeys() == held)
  }

  @Test func `keys that a failed link leaves are not taken for those of an account without any`()
    throws
  {
    let given = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let first = SyncAccount.sample(sealed: true)
    try files.link(first, token: "1", keys: given)
    try files.unlinkAccount()
    let other = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let path = "\(temporary.home.path)/sync.token"
    try #require(mkdir(path, 0o700) == 0)
    #expect(throws: DomainError.self) {
      try files.link(.sample(account: "0b", sealed: true), token: "2", keys: other)
    }
    rmdir(path)
    // As if it had failed a step later.
    try files.save(other)
    #expect(try files.loadKeys(of: first.account, at: first.server) == nil)
    try files.link(.sample(account: "0b", sealed: true), token: "3", keys: other)
    #expect(try files.loadKeys(of: first.account, at: first.server) == nil)
    #expect(temporary.mode(of: "sync.keys.former") == nil)
    try files.link(first, token: "4", keys: given)
    #expect(try files.loadKeys() == given)
  }

  @Test func `keys that stayed where they were set aside do not replace later ones`() throws {
    let earlier = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let later = earlier.adding()
    let other = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let first = SyncAccount.sample(sealed: true)
    let second = SyncAccount.sample(account: "0b", sealed: true)
    try files.link(first, token: "1", keys: earlier)
    try files.link(second, token: "2", keys: other)
    let path = "\(temporary.home.path)/sync.keys.former"
    let bytes = try #require(try PrivateFile.read(path, limit: 1 << 16))
    let aside = String(decoding: bytes, as: UTF8.self)
    for unlinks in [false, true] {
      try files.link(first, token: "3", keys: later)
      // As if the program had ended before they were removed.
      temporary.write(aside, to: "sync.keys.former")
      if unlinks { try files.unlinkAccount(keepsKeys: true) }
      try files.link(second, token: "4", keys: other)
      #expect(try files.loadKeys(of: first.account, at: first.server) == later)
    }
    try files.link(first, token: "5", keys: later)
    temporary.write(aside, to: "sync.keys.former")
    try files.unlinkAccount()
    #expect(try files.loadKeys(of: first.account, at: first.server) == nil)
    #expect(temporary.mode(of: "sync.keys.former") == nil)
  }

  @Test func `signing in to a server that got other keys meanwhile loses none`() throws {
    let common = KeyRing.new(recovery: try RecoveryPhrase().recoveryKey)
    let (held, given) = (common.adding(), common.adding())
    try files.link(.sample(sealed: true), token: "1", keys: held)
    try files.link(.sample(sealed: true), token: "2", keys: given)
    let kept = try #require(try files.loadKeys())
    for ring in [held, given] { try kept.check(continues: ring) }
    // What was joined before is stored as it is.
    try files.link(.sample(sealed: true), token: "3", keys: kept.renumbered(2))
    #expect(try files.loadKeys() == kept.renumbered(2))
  }

  @Test func `a token that others could read is none`() throws {
    try files.link(.sample(), token: "t0ken", keys: nil)
    temporary.write("t0ken\n", to: "sync.token", mode: 0o644)
    #expect(throws: SyncFiles.signedOut) { try files.loadToken() }
  }

  @Test func `an account that others could change is told and not taken for none`() throws {
    try files.link(.sample(), token: "t0ken", keys: nil)
    chmod("\(temporary.home.path)/sync.json", 0o644)
    let error = #expect(throws: DomainError.self) { try files.loadAccount() }
    #expect(error?.code == "sync-file-unusable")
    #expect(error?.message.contains("others can read or change it") == true)
  }

  @Test func `a file that cannot be written is not to be deleted`() throws {
    // Like a folder without permission, but for root too.
    let path = "\(temporary.home.path)/sync.token"
    try #require(mkdir(path, 0o700) == 0)
    defer { rmdir(path) }
    let error = #expect(throws: DomainError.self) { try files.save(token: "t0ken") }
    #expect(error?.code == "sync-file-unwritable")
    #expect(error?.message.contains("delete") == false)
  }

  @Test(arguments: ["", "\n", "a b", "é", "a\u{0}"])
  func `a token that cannot be sent is none`(text: String) throws {
    temporary.write(text, to: "sync.token")
    #expect(throws: SyncFiles.signedOut) { try files.loadToken() }
  }

  @Test(arguments: ["", "{", "[]", "{\"server\":1}"])
  func `a damaged account is told and not taken for none`(text: String) throws {
    temporary.write(text, to: "sync.json")
    let error = #expect(throws: DomainError.self) { try files.loadAccount() }
    #expect(error?.code == "sync-file-unusable")
    #expect(error?.message.contains("trellis sync login") == true)
  }

  @Test func `a damaged key ring is told`() throws {
    temporary.write("x", to: "sync.keys")
    #expect(throws: DomainError.self) { try files.loadKeys() }
  }
}
