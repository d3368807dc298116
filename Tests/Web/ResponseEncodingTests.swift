import Compression
import Core
import HTTPTypes
import LeakCheck
import NIOCore
import TestKit
import Testing

@testable import HTTPServing
@testable import TrackingFormats
@testable import Web

@Suite(.leavesNothingBehind) struct ResponseEncodingTests {
  private static let gzip: HTTPFields = [.acceptEncoding: "gzip"]
  private static let pages = [
    "/today", "/nothing", "/api/v1/openapi.json", "/sw.js", "/lists/text-csv",
    "/lists/image-svg+xml", Assets.all.path(of: "app.js"), Assets.all.path(of: "app.css"),
  ]

  @Test(arguments: pages)
  func `text is packed for those who want it, and is the same then`(path: String) async throws {
    let world = try await World.open()
    let plain = try await world.ask(.get, path)
    let packed = try await world.ask(.get, path, ResponseEncodingTests.gzip)
    #expect(plain[.contentEncoding] == nil)
    #expect(packed[.contentEncoding] == "gzip")
    #expect(packed.status == plain.status)
    #expect(packed[.contentType] == plain[.contentType])
    #expect(Packed.opened(packed.bytes) == plain.bytes)
    #expect(packed.bytes.count < plain.bytes.count / 2)
    for answer in [plain, packed] {
      #expect(answer[.contentLength] == "\(answer.bytes.count)")
      #expect(answer[.vary]?.hasSuffix("Accept-Encoding") == true)
    }
  }

  @Test(arguments: pages)
  func `the head alone says the same as the whole`(path: String) async throws {
    let world = try await World.open()
    for fields in [ResponseEncodingTests.gzip, [:]] {
      let whole = try await world.ask(.get, path, fields)
      let head = try await world.ask(.head, path, fields)
      #expect(head.headers == whole.headers)
      #expect(head.bytes.isEmpty)
    }
  }

  @Test(arguments: [
    Assets.all.path(of: "streaks-192.png"), "/lists/image-png", "/lists/application-zip",
    "/lists/application-octet-stream", "/lists/text-event-stream",
  ])
  func `what is packed already, or never ends, is sent as it is`(path: String) async throws {
    let world = try await World.open()
    for field in ["gzip", "gzip, identity;q=0"] {
      let answer = try await world.ask(.get, path, [.acceptEncoding: field])
      #expect(answer.status == 200)
      #expect(answer.bytes.count > ResponseEncoding.minimumSize)
      #expect(answer[.contentEncoding] == nil)
      #expect(answer[.vary] == nil)
    }
  }

  @Test func `files of the program are packed well, and kept each for itself`() async throws {
    let world = try await World.open()
    for name in ["app.js", "app.css", "sw.js", "app.js", "app.css", "sw.js"] {
      let path = name == "sw.js" ? "/sw.js" : Assets.all.path(of: name)
      let answer = try await world.ask(.get, path, ResponseEncodingTests.gzip)
      let plain = ByteBuffer(bytes: try #require(Assets.all.bytes(of: name)))
      let packed = try #require(await BodyCompression.gzip(plain, .thorough))
      #expect(answer.bytes == Array(packed.readableBytesView), "\(name)")
    }
  }

  @Test func `little is packed only for one who takes nothing else`() async throws {
    let world = try await World.open()
    let small = try await world.ask(.get, "/api/v1/garden", ResponseEncodingTests.gzip)
    #expect(small[.contentEncoding] == nil)
    #expect(small[.vary] == "Accept-Encoding")
    let wishes: HTTPFields = [.acceptEncoding: "gzip, identity;q=0"]
    let packed = try await world.ask(.get, "/api/v1/garden", wishes)
    #expect(packed[.contentEncoding] == "gzip")
    #expect(Packed.opened(packed.bytes) == small.bytes)
  }

  @Test func `one who takes nothing at all gets it as it is`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/today", [.acceptEncoding: "*;q=0"])
    #expect(answer.status == 200)
    #expect(answer.body.contains("<h1>Today</h1>"))
  }

  // MARK: Tags

  @Test(arguments: ["/lists/text-csv", "/api/v1/openapi.json", Assets.all.path(of: "app.js")])
  func `what one has in either form is not sent again in any`(path: String) async throws {
    let world = try await World.open()
    let plain = try #require(try await world.ask(.get, path)[.eTag])
    let packed = try #require(try await world.ask(.get, path, ResponseEncodingTests.gzip)[.eTag])
    #expect(plain.hasPrefix("\""))
    #expect(packed == "W/\(plain)")
    for tag in [plain, packed, "\"x\", \(packed)", "*"] {
      for method in [HTTPRequest.Method.get, .head] {
        let own = try await world.ask(method, path, [.ifNoneMatch: tag])
        let smaller = try await world.ask(
          method,
          path,
          ResponseEncodingTests.gzip + [.ifNoneMatch: tag]
        )
        #expect([own.status, smaller.status] == [304, 304])
        #expect([own[.eTag], smaller[.eTag]] == [plain, packed])
        for answer in [own, smaller] {
          #expect(answer.bytes.isEmpty)
          #expect(answer[.vary] == "Accept-Encoding")
          #expect(answer[.contentEncoding] == nil)
          #expect(answer[.contentLength] == nil)
        }
      }
    }
    #expect(try await world.ask(.get, path, [.ifNoneMatch: "W/\"x\""]).status == 200)
  }

  // MARK: Compressed length

  @Test(arguments: ["cross-site", "same-site"])
  func `what a page of another site asks for is not packed`(site: String) async throws {
    let world = try await World.open()
    let foreign = ResponseEncodingTests.gzip + [.fetchSite: site]
    for path in ["/today", "/nothing", "/api/v1/openapi.json", "/lists/text-csv"] {
      #expect(try await world.ask(.get, path, foreign)[.contentEncoding] == nil, "\(path)")
    }
    // These contain no personal data.
    for path in ["/sw.js", Assets.all.path(of: "app.js")] {
      #expect(try await world.ask(.get, path, foreign)[.contentEncoding] == "gzip", "\(path)")
    }
    for own in ["same-origin", "none"] {
      let fields = ResponseEncodingTests.gzip + [.fetchSite: own]
      #expect(try await world.ask(.get, "/today", fields)[.contentEncoding] == "gzip")
    }
  }

  // MARK: Bytes

  @Test(arguments: [0, 1, 1000, 256 << 10, (256 << 10) + 1, 1_000_000])
  func `bytes of any length and kind come back`(count: Int) async throws {
    var random = SplitMix64(seed: UInt64(count))
    let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let words = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 % 60) }
    for (bytes, levels) in [(noise, [GzipStream.Level.quick]), (words, [.quick, .thorough])] {
      for level in levels {
        let packed = try #require(await BodyCompression.gzip(ByteBuffer(bytes: bytes), level))
        #expect(Packed.opened(Array(packed.readableBytesView)) == bytes)
        let again = try #require(await BodyCompression.gzip(ByteBuffer(bytes: bytes), level))
        #expect(again == packed)
      }
    }
  }
}

/// Decodes gzip (RFC 1952) independently of the encoder.
enum Packed {
  /// Nil if it is not gzip, or is damaged.
  static func opened(_ bytes: [UInt8]) -> [UInt8]? {
    // Deflate, with no optional fields in the header.
    guard bytes.count >= 18, bytes[..<4] == [0x1F, 0x8B, 8, 0] else { return nil }
    let length = Int(number(bytes.suffix(4)))
    let opened = Deflate.unpack(bytes[10..<(bytes.count - 8)], count: length)
    guard let opened, Deflate.checksum(opened) == number(bytes.suffix(8).prefix(4)) else {
      return nil
    }
    return opened
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
