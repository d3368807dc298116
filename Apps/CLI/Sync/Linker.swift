import Commands
import Core
import FileSystem
import LocalApp
import Presentation
import Products
import Sealing
import Terminal

/// Links a home to an account, step by step; nothing is changed before the last step.
struct Linker {
  let app: CommandLineApp
  let global: GlobalOptions
  let input: AccountInput
  let info: ServerInfo
  let entrance: AccountEntrance
  private let client: ServerClient
  private let authorities: String?
  /// Whether the home takes over the product of the account.
  private let adoptsProduct: Bool

  /// Asks the server for its description.
  ///
  /// - Throws: a `DomainError` if it cannot be reached, or does not serve this product.
  init(
    _ given: CommandLineApp,
    _ address: String,
    _ options: ReachOptions,
    _ global: GlobalOptions,
    readsInput: Bool,
    authorities known: String?
  ) async throws {
    authorities = options.caFile.map(Linker.whole) ?? known
    client = try ServerClient(address, authorities: authorities)
    info = try await client.info()
    adoptsProduct = try await given.isUnused()
    app = try Linker.app(given, options.product, info, isUnused: adoptsProduct)
    self.global = global
    let screen = app.screen(plain: global.plain)
    input = AccountInput(
      readsInput: readsInput,
      asJSON: global.format == .json,
      screen
    )
    let name = options.deviceName ?? DeviceName.current
    entrance = AccountEntrance(client, device: name, home: app.home)
  }

  init(
    _ given: CommandLineApp,
    _ address: String,
    _ options: ServerOptions,
    _ global: GlobalOptions,
    authorities known: String?
  ) async throws {
    try await self.init(
      given,
      address,
      options.reach,
      global,
      readsInput: options.passwordStdin,
      authorities: known
    )
  }

  private static func whole(_ path: String) -> String {
    Home(path: path).absolute.path
  }

  /// Returns the app for the product that the server serves, which an unused home adopts.
  private static func app(
    _ given: CommandLineApp,
    _ wished: String?,
    _ info: ServerInfo,
    isUnused: Bool
  ) throws -> CommandLineApp {
    if let wished {
      let product = try Home.product(named: wished)
      guard isUnused || product.name == given.product.name else {
        throw DomainError(
          "other-product",
          "This home is kept with \(given.product.title). Nothing was changed: leave out --product, or "
            + "set TRELLIS_HOME to another folder."
        )
      }
    }
    let name = wished ?? (isUnused ? info.product : given.product.name)
    guard let product = ProductCatalog.product(named: name), product.policies.offersAccounts else {
      throw DomainError(
        "unknown-product",
        "The server serves “\(printable(info.title))”, which this version does not know. Nothing was "
          + "changed: update this program."
      )
    }
    try info.check(serves: product)
    return CommandLineApp(home: given.home, product: product, plugins: given.plugins)
  }

  // MARK: Letting this device in from another one

  func enterByCode(mustBeSealed: Bool) async throws -> AccountAccess {
    let code = try await entrance.makeCode()
    show(code)
    let signedIn = try await entrance.wait(for: code) { seconds in
      try await Task.sleep(for: .seconds(seconds))
    }
    if mustBeSealed { try await entrance.require(sealed: signedIn) }
    guard signedIn.account.isSealed else { return AccountAccess(signedIn: signedIn, keys: nil) }
    return try await client.orSignOut(signedIn.token) {
      let attempts = input.canAsk ? 3 : 1
      let keys = try await entrance.openKeys(of: signedIn, attempts: attempts) { mistake in
        if let mistake { input.advise(Linker.words(of: mistake)) }
        return try input.password("Password of the account, or its recovery phrase:")
      }
      return AccountAccess(signedIn: signedIn, keys: keys)
    }
  }

  /// What to tell whoever may try once more.
  private static func words(of mistake: DomainError) -> String {
    guard mistake.code == "key-ring-locked" else { return mistake.message }
    return "This password does not open the keys of the account. Nothing was changed: try again, "
      + "or type the recovery phrase."
  }

  /// Written to standard error, so that a document remains the only output.
  private func show(_ code: DeviceCode) {
    let minutes = max(1, code.expiresIn / 60)
    CommandOutput.warn(
      "On a device where you are signed in open  \(printable(code.page))  and type the code  "
        + "\(printable(code.userCode))  there, within \(minutes) minutes."
    )
  }

  // MARK: The link

  /// Links the home, and synchronizes for the first time.
  ///
  /// - Parameter isSigningUp: whether the person expects a new account, which is made for what is
  ///   here.
  func link(
    _ access: AccountAccess,
    mayMerge: Bool,
    isSigningUp: Bool = false,
    phrase: RecoveryPhrase? = nil
  ) async throws {
    // A person who can be asked has it already.
    let unseen = input.canAsk ? nil : phrase
    var isLinked = false
    do {
      try await app.withOpenSpace(global) { space, context in
        let linking = try await SyncLinking(space, access, info, client, authorities: authorities)
        try confirm(linking, mayMerge, isSigningUp)
        let copy = try await join(linking)
        isLinked = true
        try await begin(space, context, access, linking, copy: copy, isSigningUp, unseen)
      }
    } catch {
      if !isLinked { await client.abandon(access.signedIn.token) }
      throw error
    }
  }

  /// Links the home.
  ///
  /// - Returns: the path of the copy of what was here before; nil if none was needed.
  private func join(_ linking: SyncLinking) async throws -> String? {
    try await linking.keepingCopy {
      guard adoptsProduct else { return try linking.link() }
      try app.home.choose(app.product, if: linking.link)
    }
  }

  /// Synchronizes for the first time, and shows what has come of it.
  private func begin(
    _ space: LocalSpace,
    _ context: CommandContext,
    _ access: AccountAccess,
    _ linking: SyncLinking,
    copy: String?,
    _ isSigningUp: Bool,
    _ unseen: RecoveryPhrase?
  ) async throws {
    let result = try await SyncRun(space, context).perform()
    // The time zone may have come with the account.
    let calendar = try await context.ask(CurrentCalendar())
    let report = try await SyncReport(space, context.now, calendar)
    let offer = linking.joinsHistories ? try await TwinOffer(context, input) : nil
    let isSealed = access.signedIn.account.isSealed
    let off = isSigningUp && isSealed ? [Product.offInSealedAccounts] : []
    let keys = LinkedAccount.keyWords(in: app.home, given: access.ring).map { [$0] } ?? []
    let document = Document(
      sync: report,
      received: result.received,
      sent: result.sent,
      copy: copy,
      recoveryPhrase: unseen?.text,
      twins: offer?.items ?? []
    )
    try context.show(document) {
      views(access, result, report, off + keys + notes(linking, copy, isSigningUp, result))
        + (unseen.map { AccountInput.note(of: $0) } ?? [])
    }
    try await offer?.make()
  }

  private func confirm(_ linking: SyncLinking, _ mayMerge: Bool, _ isSigningUp: Bool) throws {
    guard let asked = linking.question, !mayMerge else { return }
    if isSigningUp, !linking.joinsHistories { return }
    let question = isSigningUp ? "You have an account there already. \(asked)" : asked
    guard input.canAsk else {
      throw DomainError(
        "merge-needed",
        "\(question) Nothing was changed: say yes with  --merge"
      )
    }
    guard try input.confirms(question + " Merge them?") else {
      throw AccountInput.cancelled
    }
  }

  private func views(
    _ access: AccountAccess,
    _ result: SyncRun.Result,
    _ report: SyncReport,
    _ notes: [String]
  ) -> [any View] {
    let words = "This device is linked to \(printable(access.signedIn.account.email))."
    let paragraphs: [any View] = notes.map { Paragraph(verbatim: $0) }
    return [Confirmation(words)] + result.views + paragraphs + report.views
  }

  private func notes(
    _ linking: SyncLinking,
    _ copy: String?,
    _ isSigningUp: Bool,
    _ result: SyncRun.Result
  ) -> [String] {
    // Whoever was asked knows it.
    let handover = isSigningUp && result.trouble == nil ? linking.handover : nil
    let seen = linking.sharing.map {
      "Friends see \($0) from now on, as you shared it before. To hide it:  trellis friends unshare"
    }
    return [handover, seen, copy.map { SyncLinking.wayBack(to: $0) }].compactMap { $0 }
  }

  private struct Document: Encodable {
    let sync: SyncReport
    let received: Int
    let sent: Int
    let copy: String?
    let recoveryPhrase: String?
    /// Habits that exist twice.
    let twins: [TwinOffer.Item]
  }
}
