import Bus
import Core
import Engine
import HTTPTypes
import Hummingbird
import Journals
import Locks
import Logging
import Loop
import NIOCore
import Pages
import Presentation
import Products
import Runtime
import Terminal

@testable import HTTPServing
@testable import Web

/// A product's web app over a journal in memory, called without a socket.
struct World: Sendable {
  static let token = "0123456789abcdef"
  static let port = 7070
  /// The name of the app, and its `Host` and origin.
  static let name = Secrets.localName(secret: secret)
  static let authority = "\(name):\(port)"
  static let secret = [UInt8](repeating: 7, count: 32)

  let host: TestHost
  let handler: RequestHandler
  let configuration: WebConfiguration
  /// The session of the browser that asks unless a test says otherwise.
  let session: WebSession
  let cookie: String

  static func open(
    _ product: Product = .hobbyist,
    presentations: [any PagePresentation.Type] = [GardenPresentation.self],
    _ adjust: (inout WebConfiguration) -> Void = { _ in }
  ) async throws -> World {
    var configuration = WebConfiguration(
      listeners: [],
      token: token,
      secret: secret,
      version: "1.0"
    )
    adjust(&configuration)
    let host = try await TestHost.open(product)
    let assembly = try WebAppAssembly(
      host: host,
      presentations: presentations,
      configuration: configuration,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let (session, token) = try configuration.access.sessions.begin(browser: "Firefox on Linux")
    return World(
      host: host,
      handler: assembly.handler,
      configuration: configuration,
      session: session,
      cookie: "\(WebSession.cookie)=\(token)"
    )
  }

  var access: BrowserAccess { configuration.access }

  /// The response to one request of a browser that is signed in.
  func ask(
    _ method: HTTPRequest.Method = .get,
    _ path: String,
    host: String? = World.authority,
    _ fields: HTTPFields = [:],
    body: String = "",
    from connection: Connection = .own,
    isSignedIn: Bool = true
  ) async throws -> Answer {
    var fields = fields
    if isSignedIn {
      fields[.cookie] = [cookie, fields[.cookie]].compactMap(\.self).joined(separator: "; ")
    }
    let head = HTTPRequest(
      method: method,
      scheme: "http",
      authority: host,
      path: path,
      headerFields: fields
    )
    let request = Request(head: head, body: .init(buffer: ByteBuffer(string: body)))
    return try await Answer(await handler.respond(to: request, from: connection))
  }

  /// The response to one request of anybody who reaches the app.
  func askAsStranger(
    _ method: HTTPRequest.Method = .get,
    _ path: String,
    host: String? = World.authority,
    _ fields: HTTPFields = [:],
    body: String = ""
  ) async throws -> Answer {
    try await ask(method, path, host: host, fields, body: body, isSignedIn: false)
  }

  /// A token as the pages of the signed-in browser have it.
  var formToken: String {
    Secrets(token: "", secret: configuration.secret).formToken(for: .browser(session))
  }

  /// Submits a form as a page of the app does.
  func submit(
    _ action: String,
    _ values: [(String, String)] = [],
    back: String = "/today",
    token: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> Answer {
    let token = token ?? formToken
    let all = [("token", token), ("back", back)] + values
    let body = all.map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    return try await ask(.post, "/do/\(action)", fields + type, body: body)
  }

  /// Submits a form with a file as a script of the app does.
  ///
  /// - Parameter parts: what follows the token; each begins with the name of its field.
  func upload(_ parts: [String], to action: String) async throws -> Answer {
    let all = ["name=\"token\"\r\n\r\n\(formToken)"] + parts
    let body = all.map { "--xyz\r\nContent-Disposition: form-data; \($0)\r\n" }.joined()
    let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=xyz", .fragment: "1"]
    return try await ask(.post, "/do/\(action)", fields, body: body + "--xyz--\r\n")
  }

  /// Sends a command as a program does.
  func order(_ path: String, _ json: String, _ fields: HTTPFields = [:]) async throws -> Answer {
    let own: HTTPFields = [
      .contentType: "application/json", .authorization: "Bearer \(World.token)",
    ]
    return try await askAsStranger(.post, "/api/v1/\(path)", own + fields, body: json)
  }
}

extension Connection {
  static let own = Connection.tcp(port: World.port, peer: "127.0.0.1")
}

/// A response as received.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPFields
  let bytes: [UInt8]

  init(_ response: Response) async throws {
    status = response.status.code
    headers = response.headers
    let collected = Collected()
    try await response.body.write(CollectingWriter(collected: collected))
    bytes = collected.all
  }

  var body: String { String(decoding: bytes, as: UTF8.self) }

  subscript(_ name: HTTPField.Name) -> String? { headers[name] }

  /// The member of a JSON body.
  func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = try? JSON.decode(JSONValue.self, from: Array(body.utf8))
    else { return nil }
    return members[name]
  }
}

private final class Collected: Sendable {
  private let bytes = Locked<[UInt8]>([])
  var all: [UInt8] { bytes.withLock { $0 } }
  func add(_ buffer: ByteBuffer) { bytes.withLock { $0 += Array(buffer.readableBytesView) } }
}

private struct CollectingWriter: ResponseBodyWriter {
  let collected: Collected
  mutating func write(_ buffer: ByteBuffer) async throws { collected.add(buffer) }
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// One space for all visitors, at a time that tests set.
final class TestHost: WebHost {
  static let now = Instant(rfc3339: "2026-03-29T12:00:00Z") ?? Instant(milliseconds: 0)
  static let space = SpaceID(rawValue: 1)

  let product: Product
  let runtime: Runtime
  private let fails = Locked<(any Error)?>(nil)
  private let news = Locked<Instant?>(nil)

  static func open(_ product: Product) async throws -> TestHost {
    let runtime = try Runtime(
      modules: product.modules,
      journal: MemoryJournal(),
      device: DeviceID(rawValue: 1),
      policies: product.policies,
      clock: FixedClock(now),
      random: SplitMix64(seed: 1)
    )
    return TestHost(product, runtime)
  }

  private init(_ product: Product, _ runtime: Runtime) {
    self.product = product
    self.runtime = runtime
  }

  /// Makes all further requests fail.
  func fail(_ error: any Error) { fails.withLock { $0 = error } }

  /// Dates news beside the space.
  func tellNews(at instant: Instant) { news.withLock { $0 = instant } }

  func latestNews(for visitor: Visitor) async throws -> Instant? { news.withLock { $0 } }

  func client(for visitor: Visitor) async throws -> any SpaceClient {
    if let error = fails.withLock({ $0 }) { throw error }
    return own
  }

  func context(for visitor: Visitor, claiming claim: Claim?) async throws -> PageContext {
    let client = try await client(for: visitor)
    return PageContext(
      product: product,
      settings: [],
      now: claim?.instant(receivedAt: TestHost.now) ?? TestHost.now,
      calendar: LocalCalendar(zone: .utc),
      space: claim.map(own.claiming) ?? client
    )
  }

  func position(for visitor: Visitor) async throws -> SpacePosition { try await own.position() }

  private var own: RuntimeClient { runtime.client(for: .owner, in: TestHost.space) }

  func advances(for visitor: Visitor) async throws -> AsyncStream<Int> {
    let (stream, told) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = await LoopActor.run { [runtime] in
      runtime.observe(SpaceAdvanced.self, as: "test") { told.yield($0.event.sequence) }
    }
    told.onTermination = { _ in Task { @LoopActor in subscription.cancel() } }
    return stream
  }
}
