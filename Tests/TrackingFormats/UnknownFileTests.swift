import SQLite
import Testing
import TrackingContract

@testable import TrackingFormats

struct UnknownFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `truncated JSON is told with the byte at which it ends`() throws {
    let path = try scratch.write("x.json", "{\"habits\": [\n {\"name\": \"A")
    let words = refusal(path)
    #expect(words.hasPrefix("x.json, line 2: the file ends here, after 25 bytes"), "\(words)")
  }

  @Test(arguments: [
    ("{\"habits\" [1]}", "line 1: byte 11 "), ("{\"a\": 1}x", "line 1: byte 9 "),
    ("[1,]", "byte 4 "), ("{\"a\": \"b\nc\"}", "byte 9 "),
  ])
  func `what cannot stand in JSON is told with its place`(text: String, words: String) throws {
    #expect(refusal(try scratch.write("x.json", text)).contains(words))
  }

  @Test func `deep nesting is refused, not followed`() throws {
    let path = try scratch.write("x.json", String(repeating: "[", count: 100_000))
    #expect(refusal(path).contains("nested deeper"))
  }

  @Test func `what a file is instead is told if possible`() throws {
    #expect(refusal(try scratch.write("a", "")) == "a: this file is empty. Nothing was imported.")
    #expect(refusal(try scratch.write("a", " \n<html>")).contains("web page"))
    #expect(
      refusal(try scratch.write("a", "{\"trees\": [], \"schemaVersion\": 1}"))
        .contains("it holds 'schemaVersion', 'trees'")
    )
    #expect(refusal(try scratch.write("a", "[1]")).contains("not of a program that is known"))
    #expect(refusal(try scratch.write("a", "{\"habits\": []}")).contains("shows which program"))
    #expect(refusal(try scratch.write("Habits.csv", "Position\n")).contains("choose the folder"))
    #expect(refusal(try scratch.write("a", [0, 1, 2, 255])).contains("not a file of a program"))
    #expect(refusal("\(scratch.path)/none").contains("no such file"))
    #expect(refusal("/dev/zero").contains("neither a file nor a folder"))
    let empty = try Scratch()
    #expect(refusal(empty.path).contains("in this folder there is neither"))
  }

  @Test(arguments: ["xl/workbook.xml", "content.xml"])
  func `a workbook is told to be saved as a table`(part: String) throws {
    var archive = ZipBytes()
    archive.add("mimetype", "x")
    archive.add(part, "<x/>")
    let path = try scratch.write("days.xlsx", archive.bytes)
    #expect(refusal(path).contains("save its table as CSV in UTF-8"))
    let earlier: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]
    let words = refusal(try scratch.write("days.xls", earlier), as: .csv)
    #expect(words.contains("save its table as CSV in UTF-8"))
  }

  @Test(arguments: [
    [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
  ])
  func `a packed file is told to be unpacked`(start: [UInt8]) throws {
    let path = try scratch.write("export.json.gz", start + [8, 0, 255])
    #expect(refusal(path).contains("this file is packed; unpack it"))
  }

  @Test func `files of Trellis that are no export are told as what they are`() throws {
    let path = "\(scratch.path)/backup.db"
    let database = try Database(path: path, mode: .readWriteCreate)
    try database.execute("PRAGMA application_id = \(0x5472_6C73); CREATE TABLE facts(seq INTEGER)")
    #expect(refusal(path).contains("bring it back there with “trellis restore”"))
    let calendar = try scratch.write("days.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    #expect(refusal(calendar).contains("this is a calendar"))
    var archive = ZipBytes()
    archive.add("export.json", "{}")
    #expect(refusal(try scratch.write("e.zip", archive.bytes)).contains("unpack it and choose"))
  }

  @Test func `a file of another program than was said is refused`() throws {
    try scratch.write("habits", "Gym: 1\n")
    #expect(refusal(scratch.path, as: .loop).contains("a file of harsh, not of Loop"))
  }

  @Test func `no control sequence gets into an error`() throws {
    try scratch.write("habits", "\u{1B}[31mGym\n")
    #expect(!refusal(scratch.path).unicodeScalars.contains("\u{1B}"))
  }

  @Test func `an empty list is read when its program is named`() throws {
    let path = try scratch.write("a.json", "{\"habits\": []}")
    #expect(try ImportReader.read(path: path, format: .beaver).habits.isEmpty)
    #expect(try ImportReader.read(path: path, format: .tableHabit).source == "table-habit")
  }

  @Test func `texts that are too long are cut and told`() throws {
    let title = String(repeating: "t", count: 300)
    let note = String(repeating: "n", count: 5000)
    try scratch.write("habits", "\(title): 1\n")
    try scratch.write("log", "2026-01-01 : \(title) : y : \(note)\n1800-01-01 : \(title) : y\n")
    let history = try ImportReader.read(path: scratch.path)
    #expect(history.habits.first?.details.title.count == HabitDetails.maxTitleLength)
    #expect(history.habits.first?.entries.map(\.entry.note.count) == [Entry.maxNoteLength])
    #expect(history.remarks.count == 3)
  }
}
