import Importing
import AppSupport
import Bus
import Core
import Glibc
import HTTPServing
import LocalApp
import Logging
import Loop
import Plugins
import Presentation
import Products
import RemindersContract
import Runtime
import TelemetryContract
import Terminal
import Web

/// One space, served as one product until the next control request.
struct DaemonRun {
  let home: Home
  let product: Product
  let plugins: LoadedPlugins
  let sockets: ListeningSockets
  let statusFile: DaemonStatusFile
  let control: ControlSignals
  let bus: Bus
  let log: Logger

  /// The sockets that serve the web app: those of the port, and the socket file if there is one.
  struct ListeningSockets: Sendable {
    let loopback: LoopbackSockets
    let file: String?

    var listeners: [HTTPListener] {
      [.loopback(loopback)] + (file.map { [.unixSocket(path: $0)] } ?? [])
    }
  }

  /// Serves until the next control request, and returns it.
  ///
  /// - Throws: what prevents it from serving, with a message for a person.
  func keep() async throws -> ControlRequest {
    let unread = UnreadEntries(of: plugins) { [log] in log.warning("\($0)") }
    let space = try await LocalSpace.open(home, as: product, passesOver: { unread.passOver($0) })
    do {
      let head = try await space.runtimeClient.position().sequence
      let uses = await FeatureUses.follow(space.runtime, product, home)
      let choice = try? await space.runtimeClient.ask(TelemetryStatus())
      FeatureUses.watchFaults(of: .trellisd, uses?.port, uses == nil ? nil : choice)
      let signIn = try await SignInServices(home, bus, log)
      let services = try await BackgroundServices(space, head, uses, statusFile, bus, log)
      let work = await PluginServices.begin(
        plugins.services(of: product.name),
        space,
        services.live,
        log
      )
      let ending = await outcome(of: space, services, signIn.access, uses)
      await work.close()
      await services.close()
      await signIn.close()
      await uses?.keep(space.runtimeClient)
      await space.close()
      return try ending.get()
    } catch {
      await space.close()
      throw error
    }
  }

  private func outcome(
    of space: LocalSpace,
    _ services: BackgroundServices,
    _ access: BrowserAccess,
    _ uses: FeatureUses?
  ) async -> Result<ControlRequest, any Error> {
    do {
      // Task-local values reach the tasks that handle requests, since they all start here.
      let live = services.live
      let request = try await TelemetryPort.$current.withValue(uses?.port) {
        try await NoticeChannels.$current.withValue(statusFile.channels) {
          try await HistoryDecoding.$decoder.withValue(DecodingProcess()) {
            try await serve(space, live, access)
          }
        }
      }
      return .success(request)
    } catch {
      return .failure(error)
    }
  }

  private func serve(
    _ space: LocalSpace,
    _ live: SpaceUpdates,
    _ access: BrowserAccess
  ) async throws -> ControlRequest {
    let account = product.policies.offersAccounts ? HomeAccount(space) : nil
    let ending: Result<ControlRequest, any Error>
    do {
      ending = .success(try await serve(try server(space, live, access, account)))
    } catch {
      ending = .failure(error)
    }
    // A code that is confirmed later must not link the home that has taken the place of this one.
    await account?.cancel()
    return try ending.get()
  }

  private func serve(_ server: WebServer) async throws -> ControlRequest {
    try await withThrowingTaskGroup(of: ControlRequest?.self) { group in
      group.addTask {
        try await server.run()
        return nil
      }
      group.addTask { await control.next() }
      let first = try await group.next() ?? nil
      group.cancelAll()
      while try await group.next() != nil {}
      return first ?? .stop
    }
  }

  private func server(
    _ space: LocalSpace,
    _ live: SpaceUpdates,
    _ access: BrowserAccess,
    _ account: HomeAccount?
  ) throws -> WebServer {
    var quiet = Logger(label: "trellisd.web")
    quiet.logLevel = max(log.logLevel, .notice)
    var configuration = WebConfiguration(
      listeners: sockets.listeners,
      token: try home.daemonToken.text(),
      secret: try home.daemonSecret.load(),
      access: access,
      embedding: EmbeddingStore(path: home.embeddingKeys),
      account: account,
      version: AppVersion.current,
      idempotencyStorePath: home.path + "/answers.db"
    )
    configuration.clock = try Home.clock()
    configuration.calendar = CalendarFeed(path: home.calendarFeed)
    let storage = OwnStorage(space, bus)
    configuration.home = storage
    configuration.didListen = { [configuration] port in
      listening(at: port, configuration.address(port: port))
    }
    return try WebServer(
      host: OwnerHost(space: space, live: live, storage: storage),
      presentations: ProductCatalog.pagePresentations(of: product),
      configuration: configuration,
      logger: quiet
    )
  }

  private func listening(at port: Int, _ address: String) {
    let started = WebAppStarted(
      product: product.name,
      title: product.title,
      port: port,
      socket: sockets.file,
      address: address
    )
    log.notice("\(product.title) is at \(started.address)")
    bus.topic().post(started)
  }
}
