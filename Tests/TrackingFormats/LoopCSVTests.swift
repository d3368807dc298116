import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct LoopCSVTests {
  private let scratch: Scratch

  private static let header =
    "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
    + "Target Type,Target Value,Archived?\n"
  private static let files = [
    (
      "Habits.csv",
      header + "001,Sleep,YES_NO,Slept?,Well,1,1,#FF8F00,,,,false\n"
        + "002,\"Water, cold\",NUMERICAL,,,1,1,#00897B,glass,AT_LEAST,8.0,true\n"
    ),
    (
      "001 Sleep/Checkmarks.csv",
      "Date,Value,Notes\n2026-01-05,UNKNOWN,only a note\n2026-01-04,SKIP,\n2026-01-03,YES_AUTO,\n"
        + "2026-01-02,NO,\"ill, \"\"very\"\"\nindeed\"\n2026-01-01,YES_MANUAL,\n"
    ),
    (
      "002/Checkmarks.csv",
      "Date,Value,Notes\n2026-01-05,SKIP,\n2026-01-04,NO,\n2026-01-03,YES_AUTO,\n"
        + "2026-01-02,9000,\n2026-01-01,YES_MANUAL,\n"
    ),
    ("Scores.csv", "Date,Sleep,Water, cold,\n"),
  ]

  init() throws { scratch = try Scratch() }

  private func zip(prefix: String = "", method: UInt16 = 8) -> ZipBytes {
    var zip = ZipBytes()
    zip.method = method
    for (path, text) in LoopCSVTests.files { zip.add(prefix + path, text) }
    return zip
  }

  @Test func `notes and all five values are kept`() throws {
    for (path, text) in LoopCSVTests.files { try scratch.write(path, text) }
    let history = try ImportReader.read(path: scratch.path)
    let sleep = try history.habit("Sleep")
    #expect(sleep.key == "name:Sleep")
    #expect(sleep.details.question == "Slept?")
    #expect(sleep.details.notes == "Well")
    #expect(sleep.details.color.description == "#ff8f00")
    #expect(sleep.entries.map(\.entry.mark) == [.done, .missed, .automatic, .skipped, .open])
    #expect(sleep.entry("2026-01-02")?.note == "ill, \"very\"\nindeed")
    #expect(sleep.entry("2026-01-05")?.note == "only a note")
    #expect(history.remarks.contains { $0.contains("import the backup instead") })
  }

  @Test func `for a measured habit the names stand for thousandths`() throws {
    for (path, text) in LoopCSVTests.files { try scratch.write(path, text) }
    let water = try ImportReader.read(path: scratch.path).habit("Water, cold")
    #expect(water.details.archived)
    #expect(water.details.target == Target(amount: Amount(8), unit: "glass"))
    #expect(water.entry("2026-01-01")?.value == Amount(thousandths: 2))
    #expect(water.entry("2026-01-02") == Entry(mark: .done, value: Amount(9)))
    #expect(water.entry("2026-01-03")?.value == Amount(thousandths: 1))
    #expect(water.entry("2026-01-04")?.value == Amount(thousandths: 0))
    #expect(water.entry("2026-01-05") == Entry(mark: .skipped))
  }

  @Test(arguments: [0 as UInt16, 8], ["", "Loop Habits CSV/"])
  func `an archive says the same as its folder`(method: UInt16, prefix: String) throws {
    let path = try scratch.write("a.zip", zip(prefix: prefix, method: method).bytes)
    let fromZip = try ImportReader.read(path: path)
    let folder = try Scratch()
    for (path, text) in LoopCSVTests.files { try folder.write(path, text) }
    #expect(fromZip == (try ImportReader.read(path: folder.path)))
    #expect(fromZip.habits.count == 2)
  }

  @Test func `exports of early versions are read`() throws {
    try scratch.write(
      "Habits.csv",
      "Position,Name,Description,NumRepetitions,Interval,Color\n1,A,Did you?,2,3,#FF8F00\n"
    )
    try scratch.write("001 A/Checkmarks.csv", "2015-01-03,2\n2015-01-02,0\n2015-01-01,1\n")
    let habit = try ImportReader.read(path: scratch.path).habit("A")
    #expect(habit.details.question == "Did you?")
    #expect(habit.details.schedule == .times(2, per: .rolling(days: 3)))
    #expect(habit.entries.map(\.entry.mark) == [.automatic, .missed, .done])
  }

  @Test func `a bad line is told with its file and number`() throws {
    for (path, text) in LoopCSVTests.files { try scratch.write(path, text) }
    try scratch.write("001 Sleep/Checkmarks.csv", "Date,Value,Notes\n2026-02-30,NO,\n")
    let words = refusal(scratch.path)
    #expect(words.contains("001 Sleep/Checkmarks.csv, line 2: '2026-02-30' is not a day"))
    try scratch.write("001 Sleep/Checkmarks.csv", "Date,Value,Notes\n2026-02-03,MAYBE,\n")
    #expect(refusal(scratch.path).contains("'MAYBE' is not a value"))
  }

  @Test func `a damaged, encrypted or lying archive is refused`() throws {
    var damaged = ZipBytes()
    damaged.add("Habits.csv", "Name\nA\n", checksum: 1)
    #expect(refusal(try scratch.write("a.zip", damaged.bytes)).contains("checksum"))
    var locked = ZipBytes()
    locked.flags = 1
    locked.add("Habits.csv", "Name\nA\n")
    #expect(refusal(try scratch.write("a.zip", locked.bytes)).contains("password"))
    var lying = ZipBytes()
    lying.method = 8
    lying.add("Habits.csv", "Name\nA\n", claims: 200 << 20)
    #expect(refusal(try scratch.write("a.zip", lying.bytes)).contains("checksum"))
    var longer = ZipBytes()
    longer.method = 8
    longer.add(
      "Habits.csv",
      "Name\nA\n",
      checksum: ZipBytes.checksum(Array("Name\nA".utf8)),
      claims: 6
    )
    #expect(refusal(try scratch.write("a.zip", longer.bytes)).contains("checksum"))
    let cut = try scratch.write("a.zip", Array(zip().bytes.dropLast(40)))
    #expect(refusal(cut).contains("not copied completely"))
  }

  @Test func `limits hold for archives`() throws {
    let path = try scratch.write("a.zip", zip().bytes)
    #expect(refusal(path, limits: ImportLimits(unpackedBytes: 100)).contains("larger than"))
    #expect(refusal(path, limits: ImportLimits(files: 2)).contains("more than the 2 files"))
    #expect(refusal(path, limits: ImportLimits(habits: 1)).contains("more than the 1 habits"))
    #expect(refusal(path, limits: ImportLimits(entries: 7)).contains("more than the 7 entries"))
    #expect(refusal(path, limits: ImportLimits(fileBytes: 100)).contains("larger than"))
  }
}
