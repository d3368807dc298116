import Core
import FileSystem
import Glibc
import HTTPClient
import TelemetryContract

/// Sends the counts of a product to the server that the product names.
public enum TelemetryDelivery {
  /// The receiver at an address.
  static func receiver(at address: String) -> TelemetryPort.Receiver {
    TelemetryPort.Receiver(address: address) { body in try await deliver(body, to: address) }
  }

  /// - Throws: a ``DomainError`` if the server did not accept it.
  private static func deliver(_ body: [UInt8], to address: String) async throws {
    let url = try ServerAddress.parse(address)
    let response: HTTPResponse
    do throws(HTTPClientError) {
      let client = HTTPClient(.init(userAgent: ServerClient.userAgent))
      response = try await client.send(
        HTTPRequest(
          .post,
          try url.at("/v1/metrics"),
          headers: ["Content-Type": "application/json"],
          body: body
        )
      )
    } catch {
      throw error == .cancelled ? CancellationError() : DomainError(error)
    }
    guard response.status == 200 else {
      throw DomainError(
        "counts-refused",
        "\(url.authority) did not take the counts (status \(response.status)). They are kept here, and "
          + "sent again tomorrow."
      )
    }
  }

  // MARK: Once a day

  /// Whether the counts are due: a day after telemetry was first seen, and then once each day.
  ///
  /// The first day is for inspecting what is counted, and for switching it off.
  public static func isDue(on day: Day, _ home: Home) -> Bool {
    let last = try? FileContents.read(home.telemetrySent, limit: 64, allowsPipes: false)
    // A day that is still to come was noted while the clock was ahead, so this one counts as first.
    guard let last, let known = Day(String(decoding: last, as: UTF8.self)), known <= day else {
      note(day, home)
      return false
    }
    return known < day
  }

  /// Records an attempt on a day; an unreachable receiver is not retried before the next.
  public static func note(_ day: Day, _ home: Home) {
    try? AtomicFile.write(Array(day.description.utf8), to: home.telemetrySent)
  }
}
