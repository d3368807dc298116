import Core
import TrackingContract
import Testing
import SQLite
@testable import TrackingFormats
struct TempPerf {
  @Test func perf() throws {
    let s = try Scratch()
    var log = ""; var habits = ""
    for h in 0..<20 { habits += "Habit \(h): 1\n" }
    var d = try day("2015-01-01")
    for _ in 0..<3650 {
      for h in 0..<20 { log += "\(d) : Habit \(h) : y : some comment : 1.5\n" };
      d = d.advanced(by: 1)
    }
    try s.write("habits", habits); try s.write("log", log)
    let c = ContinuousClock()
    print("harsh", try c.measure { _ = try ImportReader.read(path: s.path) })
    let h = try ImportReader.read(path: s.path)
    let csv =
      "Date,Value,Notes\n"
      + h.habits[0].entries.map { "\($0.day),YES_MANUAL,\"some, note\"\n" }.joined()
    let l = try Scratch()
    try l.write("Habits.csv", "Position,Name\n" + (0..<20).map { "\($0),H\($0)\n" }.joined())
    for i in 0..<20 { try l.write("\(i) H/Checkmarks.csv", csv) }
    print("csv", try c.measure { _ = try ImportReader.read(path: l.path) })
    let db = try Database(path: s.path + "/l.db", mode: .readWriteCreate)
    try db.execute(
      "create table Habits(id integer primary key, name); create table Repetitions(id integer primary key, habit, timestamp, value, notes); insert into Habits with recursive n(i) as (select 1 union all select i+1 from n where i<20) select i, 'h'||i from n; insert into Repetitions(habit,timestamp,value,notes) with recursive n(i) as (select 0 union all select i+1 from n where i<73000) select 1+i%20, (i/20)*86400000, 2, 'note' from n;"
    )
    print("db", try c.measure { _ = try ImportReader.read(path: s.path + "/l.db") })
  }
}
