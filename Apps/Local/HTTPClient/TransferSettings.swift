import CCurl
import Compression

/// The options of libcurl for a request.
struct TransferSettings {
  /// Smaller bodies fit into a packet anyway.
  private static let leastCompressed = 1024

  private let request: HTTPRequest
  private let options: HTTPClient.Options
  private let body: [UInt8]?
  private let headers: CurlList
  private let hosts: CurlList
  /// Lives as long as the transfer, whose callback writes to it.
  let refusals = RefusedAddresses()

  init(_ request: HTTPRequest, _ options: HTTPClient.Options, _ curl: Curl) {
    self.request = request
    self.options = options
    var lines = request.headers.fields.map { "\($0.name): \($0.value)" }
    var body = request.body
    if request.compressesBody, let plain = body, plain.count >= TransferSettings.leastCompressed,
      let packed = Gzip.compress(plain, .quick), packed.count < plain.count
    {
      body = packed
      lines.append("Content-Encoding: gzip")
    }
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    // libcurl would otherwise wait up to a second for permission to send a body.
    lines.append("Expect:")
    self.body = body
    headers = CurlList(curl, lines)
    let url = request.url
    hosts = CurlList(curl, url.isLocalName ? ["\(url.host):\(url.port):127.0.0.1,[::1]"] : [])
  }

  /// Calls `use` with the bytes to send, whose address does not change meanwhile.
  func withBody<T>(_ use: (UnsafeRawBufferPointer?) -> T) -> T {
    guard let body else { return use(nil) }
    return body.withUnsafeBytes(use)
  }

  /// Sets everything; the body and `receiver` must stay where they are until it is reset.
  func apply(
    to handles: CurlHandles,
    _ body: UnsafeRawBufferPointer?,
    _ receiver: UnsafeMutableRawPointer
  ) {
    protect(handles)
    limit(handles)
    handles.set(CurlOption.url, request.url.description)
    handles.set(CurlOption.userAgent, options.userAgent)
    handles.set(CurlOption.acceptEncoding, "gzip")
    handles.set(CurlOption.headers, address: headers.list.map(UnsafeRawPointer.init))
    let table = handles.curl.functions
    curl_set_receiver(table, handles.easy, CurlOption.write, receiveBody)
    curl_set_receiver(table, handles.easy, CurlOption.writeHeader, receiveHeader)
    handles.set(CurlOption.writeContext, address: receiver)
    handles.set(CurlOption.headerContext, address: receiver)
    guard let body else {
      handles.set(CurlOption.httpGet, 1)
      if request.method == .post || request.method == .put { send(nil, handles) }
      return handles.set(CurlOption.method, request.method.rawValue)
    }
    send(body, handles)
    handles.set(CurlOption.method, request.method.rawValue)
  }

  private func send(_ body: UnsafeRawBufferPointer?, _ handles: CurlHandles) {
    handles.set(CurlOption.post, 1)
    curl_set_size(
      handles.curl.functions,
      handles.easy,
      CurlOption.bodySize,
      Int64(body?.count ?? 0)
    )
    let empty: StaticString = ""
    handles.set(CurlOption.body, address: body?.baseAddress ?? UnsafeRawPointer(empty.utf8Start))
  }

  /// Sets which hosts a connection may go to, and what they must prove.
  private func protect(_ handles: CurlHandles) {
    let isPlain = request.url.scheme == .http
    handles.set(CurlOption.protocols, isPlain ? CurlOption.onlyHTTP : CurlOption.onlyHTTPS)
    handles.set(CurlOption.followLocation, 0)
    handles.set(CurlOption.sslVersion, CurlOption.tls12)
    handles.set(CurlOption.verifyPeer, 1)
    handles.set(CurlOption.verifyHost, 2)
    handles.set(CurlOption.pathAsIs, 1)
    handles.set(CurlOption.suppressConnectHeaders, 1)
    if let authorities = options.authorities { handles.set(CurlOption.authorities, authorities) }
    // Requests to this machine must not reach a name server or a proxy.
    if request.url.isLoopback { handles.set(CurlOption.noProxy, "*") }
    if options.reach == .publicInternet {
      // The check would see the proxy's address, and not where the proxy connects to.
      handles.set(CurlOption.noProxy, "*")
      curl_set_opener(
        handles.curl.functions,
        handles.easy,
        CurlOption.openSocket,
        openPublicSocket
      )
      handles.set(
        CurlOption.openSocketContext,
        address: UnsafeRawPointer(Unmanaged.passUnretained(refusals).toOpaque())
      )
    }
    if let list = hosts.list { handles.set(CurlOption.resolve, address: UnsafeRawPointer(list)) }
  }

  private func limit(_ handles: CurlHandles) {
    handles.set(CurlOption.noSignal, 1)
    handles.set(CurlOption.noProgress, 1)
    handles.set(CurlOption.tcpKeepAlive, 1)
    handles.set(CurlOption.connectTimeoutMilliseconds, request.timeouts.connect)
    handles.set(CurlOption.timeoutMilliseconds, request.timeouts.total ?? 0)
  }
}
