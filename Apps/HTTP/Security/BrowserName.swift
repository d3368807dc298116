/// A short description of a client, for lists that people read.
package enum BrowserName {
  private static let browsers = [
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"),
    ("Epiphany/", "Web"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"), ("X11", "Linux"),
  ]

  /// - Parameter userAgent: the value of `User-Agent`, of which only known words are kept.
  package static func short(_ userAgent: String?) -> String {
    let text = userAgent ?? ""
    // All browsers begin like this; a program may as well.
    let other = text.hasPrefix("Mozilla/") ? "A browser" : "A program"
    let browser = browsers.first { text.contains($0.0) }?.1 ?? other
    guard let system = systems.first(where: { text.contains($0.0) })?.1 else { return browser }
    return "\(browser) on \(system)"
  }
}
