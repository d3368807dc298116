import AppSupport
import Core
import FileSystem
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// The metrics for a monitoring system, and the requests that read them.
struct MetricsPage: Sendable {
  let metrics: ServerMetrics
  let streams: SyncStreams
  let data: ServerData
  /// The open connections of signed-in people, and of others.
  let connections: @Sendable () -> (owners: Int, strangers: Int)

  /// Answers `GET /metrics` at a listener of its own, which is only on this machine.
  func respond(to request: Request) -> Response {
    guard request.head.path?.split(separator: "?").first == "/metrics" else {
      return Response(status: .notFound)
    }
    guard request.method == .get || request.method == .head else {
      return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }
    // A page in a browser on this machine cannot read it through its own host name.
    guard MetricsPage.isOwn(request.head.authority) else {
      return Response(status: .misdirectedRequest)
    }
    let response = Response(
      status: .ok,
      headers: [.contentType: MetricsText.contentType, .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: text()))
    )
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func isOwn(_ authority: String?) -> Bool {
    let host = (authority ?? "").lowercased()
    return ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
  }

  /// All samples.
  func text() -> String {
    var text = MetricsText()
    let counts = metrics.counts
    text.begin("trellis_build_info", .gauge, "The version of the server.")
    text.add("trellis_build_info", ["version": AppVersion.current], 1)
    addRequests(counts, to: &text)
    addSync(counts, to: &text)
    addPresent(to: &text)
    ProcessFigures.add(to: &text)
    return text.text
  }

  private func addRequests(_ counts: ServerMetrics.Counts, to text: inout MetricsText) {
    let total = "trellis_http_requests_total"
    text.begin(total, .counter, "Requests by the pattern of their route and the class of status.")
    for (answer, count) in counts.answers.sorted(by: { $0.key < $1.key }) {
      text.add(total, ["route": answer.route, "status": answer.status], count)
    }
    let time = "trellis_http_request_duration_seconds"
    text.begin(time, .histogram, "Time until an answer begins, by the pattern of its route.")
    for (route, histogram) in counts.times.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (bound, count) in zip(ServerMetrics.bounds, histogram.counts) {
        sum += count
        text.add("\(time)_bucket", ["route": route, "le": "\(bound)"], sum)
      }
      sum += histogram.counts.last ?? 0
      text.add("\(time)_bucket", ["route": route, "le": "+Inf"], sum)
      text.add("\(time)_sum", ["route": route], histogram.sum)
      text.add("\(time)_count", ["route": route], sum)
    }
    let refusals = "trellis_refusals_total"
    text.begin(refusals, .counter, "Requests that were refused, by the code of the refusal.")
    for (code, count) in counts.refusals.sorted(by: { $0.key < $1.key }) {
      text.add(refusals, ["code": code], count)
    }
    let events = "trellis_account_events_total"
    text.begin(events, .counter, "What happened to accounts, such as sign-ins and failed ones.")
    for (event, count) in counts.events.sorted(by: { $0.key < $1.key }) {
      text.add(events, ["event": event], count)
    }
  }

  private func addSync(_ counts: ServerMetrics.Counts, to text: inout MetricsText) {
    let exchanges = "trellis_sync_exchanges_total"
    text.begin(exchanges, .counter, "Documents of devices that were answered, by what they ask.")
    for kind in ["offer", "pull", "push"] {
      text.add(exchanges, ["kind": kind], counts.exchanges[kind] ?? 0)
    }
    text.single(
      "trellis_facts_appended_total",
      .counter,
      "Entries that devices have sent and that are on disk.",
      counts.facts
    )
  }

  private func addPresent(to text: inout MetricsText) {
    let open = connections()
    text.begin(
      "trellis_open_connections",
      .gauge,
      "Open connections, by whether they have signed in."
    )
    text.add("trellis_open_connections", ["who": "members"], open.owners)
    text.add("trellis_open_connections", ["who": "strangers"], open.strangers)
    text.single("trellis_open_streams", .gauge, "Devices that listen for news.", streams.count)
    text.begin("trellis_queue_depth", .gauge, "What waits or is in progress, by queue.")
    for queue in metrics.depths {
      text.add("trellis_queue_depth", ["queue": queue.name], queue.depth)
    }
    text.begin("trellis_stored_bytes", .gauge, "Sizes of the files of the server's data.")
    for file in (try? data.storedFiles()) ?? [] where file.kind != .key {
      for suffix in ["", "-wal"] {
        let size = DiskSpace.size(of: "\(data.path)/\(file.name)\(suffix)")
        text.add("trellis_stored_bytes", ["file": file.name + suffix], size)
      }
    }
  }
}
