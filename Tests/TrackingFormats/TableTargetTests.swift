import Core
import Testing
import TrackingContract

@testable import TrackingFormats

/// Tables of this program say what was to be reached, which amounts alone do not tell.
struct TableTargetTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func exported(
    _ day: Int,
    _ status: DayStatus,
    _ value: String?,
    _ target: Target?
  ) -> ExportedDay {
    ExportedDay(
      id: HabitID(rawValue: 1).description,
      title: "Sugar",
      day: Day(number: 20_000 + day),
      status: status.rawValue,
      isKept: status == .done,
      value: value,
      unit: value == nil ? "" : target?.unit ?? "",
      at: nil,
      target: target
    )
  }

  private func target(_ text: String) throws -> Target? {
    let history = try ImportReader.read(path: scratch.write("table.csv", text))
    #expect(history.remarks.isEmpty)
    return try history.habit("Sugar").details.target
  }

  @Test(arguments: [
    Target(amount: Amount(25), unit: "g", direction: .atMost),
    Target(amount: Amount(2.5), unit: "cups of tea"), Target(amount: Amount(0), unit: ""),
  ])
  func `a target comes back as it was, whatever its days say`(target: Target) throws {
    let days = [exported(1, .done, "0", target), exported(2, .open, nil, target)]
    #expect(try self.target(CSVExport.text(days)) == target)
    #expect(try self.target(CSVExport.text([exported(1, .done, nil, target)])) == target)
  }

  @Test func `a row that a person added leaves the target as the others say it`() throws {
    let limit = Target(amount: Amount(25), unit: "g", direction: .atMost)
    let text = CSVExport.text([exported(1, .done, "10", limit)])
    #expect(try target("\(text)Sugar,2026-01-01,done,12,g,,,,\r\n") == limit)
  }

  @Test func `a target that was another one is taken from the days that it explains`() throws {
    let (first, second) = (Amount(20), Amount(25))
    let days = [
      exported(1, .done, "21", Target(amount: first, unit: "g")),
      exported(2, .open, "21", Target(amount: second, unit: "g")),
    ]
    #expect(try target(CSVExport.text(days)) == nil)
    let later = [exported(1, .done, "21", nil), exported(2, .open, "21", days[1].target)]
    #expect(try target(CSVExport.text(later)) == nil)
  }

  @Test func `only a target that the rows do not say is derived from the days`() throws {
    let target = Target(amount: Amount(25), unit: "g")
    let other = Target(amount: Amount(20), unit: "g")
    func isDerived(_ days: [ExportedDay]) throws -> Bool? {
      let text = CSVExport.text(days)
      return try ImportReader.read(path: scratch.write("table.csv", text)).habit("Sugar")
        .isTargetDerived
    }
    #expect(try isDerived([exported(1, .done, "25", target)]) == nil)
    let both = [exported(1, .done, "25", target), exported(2, .done, "30", other)]
    #expect(try isDerived(both) == true)
    #expect(try isDerived([exported(1, .done, nil, nil)]) == nil)
  }

  @Test(arguments: ["", "20 pages", "at least", "at least x pages", "At most 3", "at most  3"])
  func `other words are no target`(text: String) {
    #expect(Target(inTable: text) == nil)
  }
}
