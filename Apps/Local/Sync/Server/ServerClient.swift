import AppSupport
import Core
import HTTPClient
import Sealing

/// The calls of a server's HTTP API, on behalf of a device.
///
/// Each throws a ``DomainError`` with the server's own code and sentence, or with those of the
/// obstacle, and `CancellationError` if the task was cancelled.
public struct ServerClient: Sendable {
  /// The name of the program and its version, for servers.
  static let userAgent = "trellis/\(AppVersion.current)"

  let address: HTTPURL
  let http: HTTPClient
  /// The token of this device's session.
  let token: String?

  /// - Parameters:
  ///   - address: the address as a person types it.
  ///   - authorities: a file of certificates to trust beside those of the system.
  /// - Throws: a ``DomainError`` if it is not an address.
  public init(
    _ address: String,
    token: String? = nil,
    authorities: String? = nil
  ) throws(DomainError) {
    self.init(
      try ServerAddress.parse(address),
      HTTPClient(.init(userAgent: ServerClient.userAgent, authorities: authorities)),
      token: token
    )
  }

  init(_ address: HTTPURL, _ http: HTTPClient, token: String?) {
    self.address = address
    self.http = http
    self.token = token
  }

  /// The same server, with another session.
  public func signedIn(_ token: String) -> ServerClient {
    ServerClient(address, http, token: token)
  }

  /// Signs a session out again if this device cannot use it.
  ///
  /// It would only be listed among the devices; the error that follows says what is wrong.
  public func orSignOut<T>(
    _ token: String,
    isolation: isolated (any Actor)? = #isolation,
    _ use: () async throws -> T
  ) async throws -> T {
    do {
      return try await use()
    } catch {
      await abandon(token)
      throw error
    }
  }

  /// Signs a session out that this device does not use, even in a task that was cancelled.
  ///
  /// If the server cannot be told within a few seconds, it is only listed among the devices: a
  /// program that ends must not wait for a server that is not there.
  ///
  /// - Parameter patience: returns when it is over.
  public func abandon(
    _ token: String,
    patience: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(3))
    }
  ) async {
    let client = signedIn(token)
    // Another task: no request is sent in one that was cancelled.
    let request = Task { try? await client.signOut() }
    let limit = Task {
      try await patience()
      request.cancel()
    }
    _ = await request.value
    limit.cancel()
  }

  /// The server's address in its stored form: `https://habits.example.org`.
  public var origin: String { address.origin }

  // MARK: Anybody

  public func info() async throws -> ServerInfo {
    let info: ServerInfo = try await get("/server")
    guard Hexadecimal.bytes(info.key.utf8)?.count == ServerInfo.keyBytes else {
      throw DomainError(
        "answer-unreadable",
        "\(address.authority) names no key by which this device could recognize it later. Nothing was changed: "
          + "ask whoever runs it."
      )
    }
    return info
  }

  /// Creates an account and signs this device in.
  ///
  /// - Parameter password: for a sealed account the proof.
  public func signUp(
    email: String,
    password: String,
    invitation: String?,
    sealed: SealedPassword?,
    device: String
  ) async throws -> SignedIn {
    let body = SignUpBody(
      email: email,
      password: password,
      invitation: invitation,
      sealed: sealed,
      device: .init(name: device)
    )
    return try await send(.post, "/accounts", body).document()
  }

  /// Checks what somebody signs up with before they are asked for a password.
  public func checkSignUp(email: String, invitation: String?) async throws {
    let body = SignUpCheckBody(email: email, invitation: invitation)
    _ = try await send(.post, "/accounts/check", body)
  }

  public func signInParameters(of email: String) async throws -> SignInParameters {
    try await send(.post, "/sign-in-parameters", ["email": email]).document()
  }

  /// - Parameter password: for a sealed account the proof.
  public func signIn(email: String, password: String, device: String) async throws -> SignedIn {
    let body = SignInBody(email: email, password: password, device: .init(name: device))
    return try await send(.post, "/sessions", body).document()
  }

  /// - Throws: a ``DomainError``, also if the page of the code is not a web address, since the
  ///   person is shown a link to it.
  public func makeDeviceCode(device: String) async throws -> DeviceCode {
    let code: DeviceCode = try await send(
      .post,
      "/device-codes",
      ["device": DeviceBody(name: device)]
    ).document()
    guard code.page.hasPrefix("http"), (try? ServerAddress.parse(code.page)) != nil else {
      throw DomainError(
        "answer-unreadable",
        "\(address.authority) names no page on which the code could be confirmed. Nothing was changed: "
          + "ask whoever runs it."
      )
    }
    guard ServerClient.times.contains(code.expiresIn), ServerClient.times.contains(code.interval)
    else {
      throw DomainError(
        "answer-unreadable",
        "\(address.authority) made a code that lasts for a time that nobody can wait. Nothing was "
          + "changed: ask whoever runs it."
      )
    }
    return code
  }

  /// The seconds for which a code may last, and for which one waits between two questions: a day.
  private static let times = 1...86_400

  /// - Returns: nil while nobody has approved the device.
  public func redeem(_ code: DeviceCode) async throws -> SignedIn? {
    let answer = try await send(.post, "/device-codes/redeem", ["deviceCode": code.deviceCode])
    return answer.status == 202 ? nil : try answer.document()
  }

  /// The sealed account that a code for a new password is about, which remains valid.
  public func resetAccount(code: String) async throws -> ResetAccount {
    try await send(.post, "/password-resets/keys", ["token": code]).document()
  }

  /// Sets a new password by a code; all devices are signed out.
  ///
  /// - Parameters:
  ///   - new: the proof.
  ///   - sealed: how it is derived, and the ring for it.
  ///   - keyProof: shows that this device has opened the ring (`KeyRing.keyProof`).
  public func resetPassword(
    code: String,
    to new: String,
    sealed: SealedPassword,
    keyProof: String
  ) async throws {
    let body = ResetBody(token: code, new: new, sealed: sealed, keyProof: keyProof)
    _ = try await send(.put, "/password-resets", body)
  }

  // MARK: Sessions

  public func sessions() async throws -> [DeviceSession] {
    let list: SessionList = try await get("/sessions")
    return list.items
  }

  /// Confirms that the owner of the account knows all devices that are signed in.
  public func markSessionsSeen() async throws { _ = try await send(.put, "/sessions/seen") }

  /// Signs a device out.
  public func end(session id: String) async throws {
    guard id.utf8.allSatisfy(ServerClient.isSafe), !id.isEmpty else {
      throw DomainError(
        "unknown-session",
        "“\(printableName(id))” is not an id of a device. Nothing was changed: look at  trellis sync devices"
      )
    }
    _ = try await send(.delete, "/sessions/\(id)")
  }

  /// Signs all devices but this one out.
  public func endOtherSessions() async throws { _ = try await send(.delete, "/sessions") }

  /// Signs this device out.
  public func signOut() async throws { _ = try await send(.delete, "/session") }

  // MARK: The account

  public func account() async throws -> ServerAccount { try await get("/account") }

  /// Changes the password; all other devices are signed out.
  ///
  /// - Parameters:
  ///   - current: for a sealed account the proof.
  ///   - new: likewise.
  ///   - sealed: how the new proof is derived, and the ring for it; nil for an account that is not
  ///     sealed.
  public func changePassword(
    from current: String,
    to new: String,
    sealed: SealedPassword?
  ) async throws {
    let body = PasswordBody(current: current, new: new, sealed: sealed)
    _ = try await send(.put, "/account/password", body)
  }

  /// Erases the account and everything that the server keeps for it.
  ///
  /// - Parameter password: for a sealed account the proof.
  public func deleteAccount(password: String) async throws {
    _ = try await send(.delete, "/account", ["password": password])
  }

  /// All that the server keeps about the person beside their entries.
  ///
  /// - Parameter password: for a sealed account the proof.
  public func accountData(password: String) async throws -> JSONValue {
    try await send(.post, "/account/data", ["password": password]).document()
  }

  public func keys() async throws -> KeyRingDocument { try await get("/account/keys") }

  /// Replaces the key ring if its version has not changed meanwhile.
  public func replaceKeys(with ring: KeyRingDocument) async throws {
    let version = String(ring.version - 1)
    _ = try await send(.put, "/account/keys", ring, headers: ["If-Match": "\"\(version)\""])
  }

  /// Stores what checks a proof of the account's keys (`KeyRing.keyVerifier`), if nothing does so
  /// far.
  public func setKeyVerifier(_ verifier: String) async throws {
    _ = try await send(.put, "/account/key-verifier", ["keyVerifier": verifier])
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private func printableName(_ id: String) -> String {
    TextRule.line.cleaned(String(id.prefix(64)))
  }
}

private struct DeviceBody: Encodable {
  let name: String
}

private struct SignUpBody: Encodable {
  let email: String
  let password: String
  let invitation: String?
  let sealed: SealedPassword?
  let device: DeviceBody
}

private struct SignUpCheckBody: Encodable {
  let email: String
  let invitation: String?
}

private struct SignInBody: Encodable {
  let email: String
  let password: String
  let device: DeviceBody
}

private struct PasswordBody: Encodable {
  let current: String
  let new: String
  let sealed: SealedPassword?
}

private struct ResetBody: Encodable {
  let token: String
  let new: String
  let sealed: SealedPassword
  let keyProof: String
}

private struct SessionList: Decodable {
  let items: [DeviceSession]
}
