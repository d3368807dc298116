import Driver
import Foundation
import Testing

/// Sharing the calendar with somebody.
@Suite struct SharingTests {
  private func sam() throws -> Life {
    let sam = try Life("sober", at: "2026-03-10T08:00:00Z")
    for day in Days.ending("2026-03-10", 12) { try sam.ask("sober", "mark", "--day", day) }
    try sam.ask("sober", "slip", "--day", "2026-02-20", "--drinks", "6")
    try sam.ask("sober", "why", "My secret reason")
    return sam
  }

  @Test(arguments: [("1", [540, 675]), ("2", [1080, 1350])])
  func `S-29 the calendar becomes a picture for a phone`(scale: String, size: [Int]) throws {
    let sam = try sam()
    let file = sam.file("calendar.png")
    let document = try sam.ask("share", "--out", file, "--scale", scale)
    #expect(document.text("file") == file)
    #expect([document.number("width"), document.number("height")] == size)
    let picture = try Picture(file)
    #expect(picture.sizeOfPNG == size)
    #expect(picture.mode == 0o600)
    #expect(picture.bytes.count > 2000)
  }

  @Test func `S-29 as drawing and as page, in light and dark, the run is on it`() throws {
    let sam = try sam()
    for (name, dark) in [("light.svg", false), ("dark.svg", true)] {
      let outcome = try sam.person.run(
        ["share", "--out", sam.file(name)] + (dark ? ["--dark"] : []),
        now: sam.instant
      )
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let (light, dark) = (try Picture(sam.file("light.svg")), try Picture(sam.file("dark.svg")))
    #expect(light.text.contains("<svg"))
    #expect(light.text.contains(">12</text>"))
    #expect(light.text.contains("days sober</text>"))
    #expect(light.text != dark.text)
    try sam.ask("share", "--out", sam.file("page.pdf"))
    #expect(try Picture(sam.file("page.pdf")).text.hasPrefix("%PDF"))
  }

  @Test func `S-29 drinks, savings and the why are never on it`() throws {
    let sam = try sam()
    try sam.ask("sober", "settings", "--drinks-per-week", "10", "--cost", "4", "--currency", "EUR")
    let file = sam.file("calendar.svg")
    try sam.ask("share", "--out", file)
    let text = try Picture(file).text
    for word in ["secret reason", "EUR", "6 drinks", "Alcohol"] {
      #expect(!text.contains(word), "\(word)")
    }
    try sam.ask("share", "--out", sam.file("named.svg"), "--with-title")
    #expect(try Picture(sam.file("named.svg")).text.contains("Alcohol"))
  }

  @Test func `S-29 a file that is there is not written over unasked`() throws {
    let sam = try sam()
    let file = sam.file("mine.png")
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try sam.refused("share", "--out", file).contains("--overwrite"))
    #expect(try Picture(file).text == "a letter")
    try sam.ask("share", "--out", file, "--overwrite")
    #expect(try Picture(file).sizeOfPNG != nil)
  }
}
