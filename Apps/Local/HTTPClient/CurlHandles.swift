import CCurl

/// The state that libcurl keeps between requests: connections, and what it knows about hosts.
///
/// Used by one thread at a time.
final class CurlHandles {
  let curl: Curl
  let easy: OpaquePointer
  let multi: OpaquePointer

  /// Nil if memory cannot be allocated.
  init?(_ curl: Curl) {
    self.curl = curl
    guard let easy = curl.functions.pointee.easy_init() else { return nil }
    guard let multi = curl.functions.pointee.multi_init() else {
      curl.functions.pointee.easy_cleanup(easy)
      return nil
    }
    self.easy = easy
    self.multi = multi
  }

  deinit {
    curl.functions.pointee.easy_cleanup(easy)
    _ = curl.functions.pointee.multi_cleanup(multi)
  }

  func set(_ option: Int32, _ value: Int) {
    curl_set_long(curl.functions, easy, option, Int64(value))
  }

  func set(_ option: Int32, _ value: String?) { curl_set_text(curl.functions, easy, option, value) }

  func set(_ option: Int32, address: UnsafeRawPointer?) {
    curl_set_pointer(curl.functions, easy, option, address)
  }

  func number(_ info: Int32) -> Int { Int(curl_get_long(curl.functions, easy, info)) }

  func size(_ info: Int32) -> Int { Int(curl_get_size(curl.functions, easy, info)) }
}

/// A list of texts in libcurl's form.
final class CurlList {
  private let curl: Curl
  private(set) var list: OpaquePointer?

  init(_ curl: Curl, _ texts: [String]) {
    self.curl = curl
    for text in texts {
      // Without memory the remaining texts are omitted, and so is their effect.
      guard let longer = curl.functions.pointee.slist_append(list, text) else { return }
      list = longer
    }
  }

  deinit { curl.functions.pointee.slist_free_all(list) }
}
