import Testing
import TrackingContract

@testable import TrackingFormats

/// Text in the encodings that spreadsheets write.
struct EncodingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let table = "Date\tHabit\tNote\r\n2026-01-01\tYöga\t🧘\r\n"

  private func wide(_ text: String, isLittle: Bool) -> [UInt8] {
    "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittle ? bytes.reversed() : bytes
    }
  }

  @Test(arguments: [true, false])
  func `a table in UTF-16 is read`(isLittle: Bool) throws {
    let path = try scratch.write("t.txt", wide(table, isLittle: isLittle))
    let day = try ImportReader.read(path: path).habit("Yöga").entry("2026-01-01")
    #expect(day == Entry(mark: .done, note: "🧘"))
    #expect(try ImportReader.outline(path: path)?.titles == ["Date", "Habit", "Note"])
  }

  @Test(arguments: [true, false])
  func `UTF-16 that was cut is told as such`(isLittle: Bool) throws {
    let bytes = wide("Date\tHabit\n🧘", isLittle: isLittle)
    for count in [bytes.count - 1, bytes.count - 2] {
      let words = refusal(try scratch.write("t.txt", Array(bytes.prefix(count))))
      #expect(words.contains("begins as text in UTF-16"), "\(words)")
    }
  }

  @Test func `another encoding is told with its line and what to do`() throws {
    let text = Array("Date;Habit\r\n2026-01-01;Y".utf8) + [0xF6, 0x67, 0x61]
    #expect(
      refusal(try scratch.write("t.csv", text))
        == "t.csv, line 2: this is not text in UTF-8; save the file once more in that encoding. "
        + "Nothing was imported."
    )
  }
}
