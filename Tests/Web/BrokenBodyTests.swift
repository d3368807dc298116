import HTTPTypes
import Hummingbird
import LeakCheck
import NIOCore
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct BrokenBodyTests {
  private struct CutOff: Error {}

  private func send(
    to path: String,
    type: String,
    fields: HTTPFields = [:],
    in world: World
  ) async throws -> Answer {
    let (body, sender) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
    sender.yield(ByteBuffer(string: "{\"plant\":"))
    sender.finish(throwing: CutOff())
    var fields = fields
    fields[.contentType] = type
    fields[.authorization] = "Bearer \(World.token)"
    let head = HTTPRequest(
      method: .post,
      scheme: "http",
      authority: "127.0.0.1:7070",
      path: path,
      headerFields: fields
    )
    let request = Request(head: head, body: .init(asyncSequence: body))
    return try await Answer(await world.handler.respond(to: request, from: .own))
  }

  @Test(
    arguments: [
      ("/api/v1/tracking/create-habit", "application/json"),
      ("/do/test.water", "application/x-www-form-urlencoded"),
    ]
  )
  func `a body that is cut off is the sender's fault`(path: String, type: String) async throws {
    let world = try await World.open()
    let answer = try await send(to: path, type: type, in: world)
    #expect(answer.status == 400)
    #expect(answer.body.contains("Nothing was changed"))
  }

  @Test(arguments: ["gzip", "gzip, chunked", "identity"])
  func `a body in a coding that is not read here is refused`(coding: String) async throws {
    let world = try await World.open()
    let answer = try await send(
      to: "/do/test.water",
      type: "application/x-www-form-urlencoded",
      fields: [.transferEncoding: coding],
      in: world
    )
    #expect(answer.status == 400)
    #expect(answer[.connection] == "close")
  }
}
