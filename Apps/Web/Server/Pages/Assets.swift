import Core
import Crypto
import CWebAssets
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// The scripts and styles embedded in the program.
struct Assets: Sendable {
  struct Asset: Sendable {
    let name: String
    let bytes: [UInt8]
    /// The beginning of the content's SHA-256.
    let hash: String
  }

  static let all = Assets()

  private let assets: [String: Asset]
  /// A hash of all files, which distinguishes versions of the app.
  let hash: String

  private init() {
    var assets: [String: Asset] = [:]
    for index in 0..<web_asset_count() {
      let file = web_asset_at(index)
      let name = String(cString: file.name)
      let bytes = Assets.lean(
        Array(UnsafeBufferPointer(start: file.bytes, count: file.length)),
        name
      )
      let hash = String(Hexadecimal.text(SHA256.hash(data: bytes)).prefix(16))
      assets[name] = Asset(name: name, bytes: bytes, hash: hash)
    }
    self.assets = assets
    let all = assets.values.sorted { $0.name < $1.name }.map(\.hash).joined()
    hash = String(Hexadecimal.text(SHA256.hash(data: Array(all.utf8))).prefix(16))
  }

  /// Scripts and styles without indentation and without comments on separate lines.
  ///
  /// No line begins inside a string, which tests verify.
  private static func lean(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    guard name.hasSuffix(".css") || name.hasSuffix(".js") else { return bytes }
    return Array(lean(String(decoding: bytes, as: UTF8.self), isStyle: name.hasSuffix(".css")).utf8)
  }

  /// Removes indentation, comments on lines of their own, and line breaks without a meaning.
  ///
  /// Lines are joined after an opening brace, a comma or a semicolon, and in a style sheet after a
  /// closing brace. In a script, lines with a comment at their end and those with templates stay
  /// unchanged.
  static func lean(_ text: String, isStyle: Bool) -> String {
    var lean = ""
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      let isComment = line.hasPrefix("//") || (line.hasPrefix("/*") && line.hasSuffix("*/"))
      guard let last = line.last, !isComment else { continue }
      lean += line
      let isJoined =
        isStyle
        ? "{};,".contains(last)
        : "{;,".contains(last) && !line.contains("//") && !line.contains("`")
      if !isJoined { lean += "\n" }
    }
    return lean
  }

  /// The text of a script or style; empty if there is none.
  func text(of name: String) -> String {
    String(decoding: bytes(of: name) ?? [], as: UTF8.self)
  }

  /// The content of a file; nil if there is none.
  func bytes(of name: String) -> [UInt8]? { assets[name]?.bytes }

  /// The URL of the file `name`, which changes with its content.
  ///
  /// Files that the shell generates for a product are at the top level.
  func path(of name: String) -> String {
    guard let asset = assets[name] else { return "/\(name)?v=\(hash)" }
    return "/assets/\(asset.hash)/\(name)"
  }

  /// The file at `/assets/{hash}/{name}`.
  ///
  /// A request with another version's hash gets the current file, to be revalidated, so that a page
  /// opened before an update still finds its script.
  func response(_ name: String, hash: String) throws -> Response {
    guard let asset = assets[name] else { throw Problem.notFound }
    let isCurrent = asset.hash == hash
    return response(asset, caching: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
  }

  /// The service worker; its scope is the whole app, so it is at the top level.
  func worker() throws -> Response {
    guard let asset = assets["sw.js"] else { throw Problem.notFound }
    return response(asset, caching: "no-cache")
  }

  private func response(_ asset: Asset, caching: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: Assets.type(of: asset.name),
        .cacheControl: caching,
        .eTag: "\"\(asset.hash)\"",
      ],
      body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes))
    )
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml; charset=utf-8"
    case "png": "image/png"
    case "woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }
}
