import Accounts
import Core
import EngineDriving
import Foundation
import HTTPTypes
import Hummingbird
import Locks
import Logging
import NIOCore
import PostgreSQLJournal
import PostgreSQLTesting
import Testing

@testable import HTTPServing
@testable import trellis_server

/// A server over files of its own, called without a socket.
final class ServerWorld: Sendable {
  static let host = "habits.example.org"

  let configuration: ServerConfiguration
  let stores: ServerStores
  let services: AccountServices
  let handler: ServerHandler
  private let folder: URL
  /// The database that was made for this world alone.
  private let ownDatabase: String?

  /// Its data are in files, or in PostgreSQL if `TRELLIS_TEST_POSTGRESQL` is set; a test that is
  /// about one of the two says so in `adjust`.
  ///
  /// - Parameter clock: stands still unless a test moves it, so that what is counted by the minute
  ///   does not depend on how busy the machine is.
  static func open(
    clock: any WallClock = ManualClock(SystemClock().now()),
    _ adjust: (inout ServerConfiguration) -> Void = { _ in }
  ) async throws -> ServerWorld {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-server-\(UUID().uuidString)")
    var configuration = ServerConfiguration(dataFolder: folder.path)
    configuration.address = "https://\(host)"
    configuration.accounts.signUp = .open
    // As quick as the store allows: what is tested here is who may do what.
    configuration.accounts.scrypt = try #require(ScryptParameters(logN: 4, r: 8, p: 1))
    let ownDatabase = PostgreSQLCluster.isChosen ? try await PreparedDatabase.copy() : nil
    configuration.database = ownDatabase.map { PostgreSQLSettings(connection: $0) }
    adjust(&configuration)
    let data = ServerData(path: configuration.dataFolder)
    try data.create()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let stores = try await ServerStores.open(configuration, data, logger, clock: clock)
    return try ServerWorld(configuration, stores, folder, ownDatabase, logger)
  }

  private init(
    _ configuration: ServerConfiguration,
    _ stores: ServerStores,
    _ folder: URL,
    _ ownDatabase: String?,
    _ logger: Logger
  ) throws {
    self.configuration = configuration
    self.stores = stores
    self.folder = folder
    self.ownDatabase = ownDatabase
    services = stores.services(logger)
    handler = try ServerAssembly(configuration, stores, services, logger).handler()
  }

  deinit {
    // The stores still write, and a folder in which something is new stays.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: folder.path) {
      try? FileManager.default.removeItem(at: folder)
    }
    guard configuration.database != nil else { return }
    // What follows other nodes would keep its connections, of which there are not so many.
    Task { [stores, ownDatabase] in
      await stores.close()
      if let ownDatabase { try? PostgreSQLCluster.shared.get().dropDatabase(ownDatabase) }
    }
  }

  /// The answer to one request.
  ///
  /// - Parameter arriving: a body that arrives in pieces, instead of one that is there.
  func ask(
    _ method: HTTPRequest.Method = .get,
    _ path: String,
    _ json: String? = nil,
    body: [UInt8]? = nil,
    arriving: RequestBody? = nil,
    token: String? = nil,
    fields: HTTPFields = [:],
    host: String = ServerWorld.host,
    peer: String = "192.0.2.7"
  ) async throws -> ServerAnswer {
    var fields = fields
    if json != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
    if let token { fields[.authorization] = "Bearer \(token)" }
    let body = body ?? Array((json ?? "").utf8)
    if !body.isEmpty { fields[.contentLength] = "\(body.count)" }
    let head = HTTPRequest(
      method: method,
      scheme: "https",
      authority: host,
      path: path,
      headerFields: fields
    )
    let whole = RequestBody(buffer: ByteBuffer(bytes: body))
    let request = Request(head: head, body: arriving ?? whole)
    let response = await handler.respond(to: request, from: .tcp(port: 443, peer: peer)) { _ in true
    }
    return try await ServerAnswer(response)
  }

  /// Submits a form as a browser does.
  func submit(
    _ path: String,
    _ values: [(String, String)],
    cookie: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> ServerAnswer {
    let body = values.map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    var fields = fields + [.contentType: "application/x-www-form-urlencoded"]
    if let cookie { fields[.cookie] = cookie }
    return try await ask(.post, path, body, fields: fields)
  }

  /// Makes an account that the server cannot read, and returns the token of its first device.
  func signUpSealed(_ email: String = "sealed@example.org") async throws -> String {
    let signIn = sealedSignIn(email)
    let keys = SealedKeyRing(version: 1, byPassword: [1], byRecovery: [2], recoveryKey: [3])
    let scrypt = try #require(ScryptParameters(logN: 17, r: 8, p: 1))
    let parameters = SealingParameters(salt: [UInt8](repeating: 1, count: 16), scrypt: scrypt)
    let sealed = SealedPassword(parameters: parameters, keyRing: keys)
    return try await stores.accounts.signUp(SignUpRequest(signIn, sealed: sealed)).token
  }

  /// Signs a device in to that account, and returns its token.
  func signInSealed(_ email: String = "sealed@example.org") async throws -> String {
    try await stores.accounts.signIn(sealedSignIn(email)).token
  }

  private func sealedSignIn(_ email: String) -> SignInRequest {
    SignInRequest(
      email: email,
      password: String(repeating: "ab", count: 32),
      client: SessionClient(name: "Laptop", product: "streaks", kind: .device),
      address: "192.0.2.7"
    )
  }

  /// Signs a device in, and returns its token.
  func signInDevice(_ email: String = "ada@example.org") async throws -> String {
    let answer = try await ask(
      .post,
      "/api/v1/sessions",
      #"{"email":"\#(email)","password":"correct horse battery","device":{"name":"Laptop"}}"#
    )
    #expect(answer.status == 201, "\(answer.text)")
    return try #require(answer.document["token"] as? String)
  }

  /// Makes an account and returns the token of its first device.
  func signUp(
    _ email: String = "ada@example.org",
    password: String = "correct horse battery"
  ) async throws -> String {
    let answer = try await ask(
      .post,
      "/api/v1/accounts",
      #"{"email":"\#(email)","password":"\#(password)","device":{"name":"Laptop"}}"#
    )
    #expect(answer.status == 201, "\(answer.text)")
    return try #require(answer.document["token"] as? String)
  }
}

/// A response as received.
struct ServerAnswer {
  let status: Int
  let headers: HTTPFields
  let text: String

  init(_ response: Response) async throws {
    status = response.status.code
    headers = response.headers
    let collected = Locked<[UInt8]>([])
    try await response.body.write(CollectingWriter { bytes in collected.withLock { $0 += bytes } })
    text = String(decoding: collected.withLock { $0 }, as: UTF8.self)
  }

  var document: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
  }

  var code: String? { document["code"] as? String }

  /// The cookie that the response sets, as a browser sends it back.
  var cookie: String? {
    headers[.setCookie]?.split(separator: ";").first.map { String($0) }
  }
}

private struct CollectingWriter: ResponseBodyWriter {
  let add: @Sendable ([UInt8]) -> Void
  mutating func write(_ buffer: ByteBuffer) async throws { add(Array(buffer.readableBytesView)) }
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
