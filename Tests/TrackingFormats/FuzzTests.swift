import Core
import SQLite
import Testing
import TrackingContract

@testable import TrackingFormats

/// Reading arbitrary bytes ends with a history or with a described error.
struct FuzzTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Returns a sample of each format, with the name that its file must have.
  private func samples() throws -> [(name: String, bytes: [UInt8])] {
    let beaver = """
      {"data": {"habits": [{"name": "R", "id": "a", "tags": ["x"], "period": {"period_type": "W",
      "period_count": 1, "target_count": 2}, "records": [{"day": "2025-01-01", "done": true,
      "text": "\\u00e9 #skip"}]}], "order": ["a"]}}
      """
    let table = #"""
      {"habits": [{"create_t": 1767225600, "name": "A", "freq_type": 3, "freq_custom": "[2,5]",
      "daily_goal": 2.5, "start_date": 20454, "reminder":
      "{\"type\":2,\"time\":{\"hour\":7,\"minute\":30},\"extra\":[]}", "records":
      [{"record_date": 20454, "record_type": 1, "record_value": 1.5, "create_t": 1767225600}]}]}
      """#
    let habitica = #"""
      {"preferences": {"timezoneOffset": -60, "dayStart": 3}, "tags": [{"id": "t", "name": "T"}],
      "tasks": {"dailys": [{"_id": "a", "text": "A", "frequency": "weekly", "everyX": 1, "repeat":
      {"m": true}, "history": [{"date": 1767225600000, "completed": true, "value": 1.5}]}],
      "habits": [{"_id": "b", "up": true, "history": [{"date": "2026-01-01T00:00:00Z",
      "scoredUp": 2}]}]}}
      """#
    let habitKit = """
      {"habits": [{"id": "a", "name": "A", "orderIndex": 1}], "completions": [{"habitId": "a",
      "date": "2026-01-01T23:30:00Z", "timezoneOffsetInMinutes": 60, "amountOfCompletions": 2}],
      "intervals": [{"habitId": "a", "startDate": "2026-01-01T00:00:00Z", "type": "week",
      "requiredNumberOfCompletions": 3, "requiredNumberOfCompletionsPerDay": 2}]}
      """
    let days = "day,habit,status,value,unit,note\r\n2026-01-01,A,done,1.5,km,\"x\"\r\n"
    let sheet = days + "3/14/2026,B,Yes,20,,\r\n2 Jan 2026,A,perhaps,,,\r\n"
    var zip = ZipBytes()
    zip.method = 8
    zip.add("Habits.csv", "Position,Name,Type,Target Value\n001,A,NUMERICAL,2\n002,\"B\",YES_NO,\n")
    zip.add("001 A/Checkmarks.csv", "Date,Value,Notes\n2026-01-02,2000,\n2026-01-01,SKIP,\"x\"\n")
    zip.add("002 B/Checkmarks.csv", "Date,Value\n2026-01-02,YES_AUTO\n")
    return [
      ("beaver.json", Array(beaver.utf8)), ("table.json", Array(table.utf8)),
      ("loop.zip", zip.bytes), ("a_habits", Array("! G\nGym: 3/7\nRun: 2w: 2027-01-01\n".utf8)),
      ("b_log", Array("2026-01-01 : Gym : y : leg : 1.5\n2026-01-02 : Gym : s\n".utf8)),
      ("loop.db", try database()), ("userdata.json", Array(habitica.utf8)),
      ("habitkit.json", Array(habitKit.utf8)), ("days.csv", Array(sheet.utf8)),
    ]
  }

  private func database() throws -> [UInt8] {
    let path = "\(scratch.path)/made.db"
    let database = try Database(path: path, mode: .readWriteCreate)
    try database.execute(
      """
      PRAGMA page_size = 512;
      CREATE TABLE Habits (id integer primary key, name text, color integer, freq_num integer,
        freq_den integer, type integer, target_value real, uuid text, reminder_hour integer,
        reminder_min integer, reminder_days integer);
      CREATE TABLE Repetitions (id integer primary key, habit, timestamp, value, notes text);
      INSERT INTO Habits VALUES (1, 'A', 3, 1, 7, 1, 2.5, 'u', 7, 30, 21), (2, 'B', 4, 1, 1, 0, 0,
        'v', NULL, NULL, 0);
      INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES (1, 1451606400000, 1500, 'n'),
        (2, 1451606400000, 2, NULL), (2, 1451692800000, 3, 'x');
      PRAGMA user_version = 25;
      """
    )
    return try ImportFile(path).bytes(limit: 1 << 20)
  }

  private static func mutate(_ bytes: [UInt8], with numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 2: bytes.remove(at: index)
      case 3: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &numbers), at: index)
      default:
        // Long digits can mislead a reader without the text being rejected.
        if let digit = bytes[index...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes.insert(contentsOf: Array("9999999999999999999".utf8), at: digit)
        }
      }
    }
    if Int.random(in: 0..<20, using: &numbers) == 0 {
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &numbers))
    }
    return bytes
  }

  @Test func `changed bytes give a history or an error, never a crash`() throws {
    var numbers = SeededNumbers(seed: 20_261_121)
    var read = 0
    var refused = 0
    for (name, bytes) in try samples() {
      #expect(throws: Never.self) {
        try ImportReader.read(path: scratch.write(name, bytes))
      }
      for _ in 0..<600 {
        let path = try scratch.write(name, FuzzTests.mutate(bytes, with: &numbers))
        do throws(FormatError) {
          _ = try ImportReader.read(path: path)
          read += 1
        } catch {
          #expect(error.description.hasSuffix("Nothing was imported."))
          refused += 1
        }
      }
    }
    // Both must have happened often, or the mutations were useless.
    #expect(read > 300)
    #expect(refused > 300)
  }

  @Test(
    .enabled("The folder shared/fixtures is not beside the package.") { SharedFixtures.areAtHand },
    arguments: [
      "loop/loop.db", "loop/loop_habits_csv_v2.3.1.zip", "harsh/test_habits", "harsh/test_log",
      "beaver/beaverhabits_2026_11_20.json", "beaver/user_disk_storage.json",
      "broken/grove_truncated.json",
    ]
  )
  func `changed files of other programs never crash either`(name: String) throws {
    let original = ImportFile(SharedFixtures.path(name))
    let bytes = try original.bytes(limit: 1 << 20)
    var numbers = SeededNumbers(seed: UInt64(bytes.count))
    for _ in 0..<200 {
      let path = try scratch.write(original.name, FuzzTests.mutate(bytes, with: &numbers))
      do throws(FormatError) {
        let history = try ImportReader.read(path: path)
        #expect(history.habits.allSatisfy { !$0.key.isEmpty })
      } catch {
        #expect(error.description.hasSuffix("Nothing was imported."))
      }
    }
  }
}
