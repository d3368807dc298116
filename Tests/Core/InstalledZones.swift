import Foundation

@testable import Core
@testable import TimeZones

/// The zones of the installed database and their data according to the reader under test.
enum InstalledZones {
  static let folder = ZoneDatabase.shared.folder

  /// The names of all zones; empty if no database is installed.
  static let names: [String] = {
    let skipped: Set<String> = ["posix", "right", "localtime", "posixrules"]
    guard let paths = FileManager.default.subpaths(atPath: folder) else { return [] }
    return paths.sorted().filter { path in
      guard !skipped.contains(String(path.prefix { $0 != "/" })) else { return false }
      return contentsOfFile("\(folder)/\(path)", limit: 1 << 20)?.starts(with: "TZif".utf8) ?? false
    }
  }()

  private static let years: ClosedRange<Int64> = 0...4_420_000_000

  /// Every eleventh day at varying hours from 1970 to 2110, and some instants in the far future.
  private static let grid: [Int64] =
    Array(stride(from: years.lowerBound, to: years.upperBound, by: 11 * 86_400 + 3 * 3600 + 701))
    + [7_000_000_000, 13_000_000_000, 13_015_000_000, 95_600_000_000]

  /// The Unix seconds at which a zone is compared.
  ///
  /// They are the grid, and every change in the table under test with the second before it.
  static func instants(of name: String) throws -> [Int64] {
    let table = try ZoneDatabase.shared.table(of: name)
    var instants = grid
    var period = table.period(at: years.lowerBound)
    while period.end < years.upperBound {
      instants += [period.end - 1, period.end]
      period = table.period(at: period.end)
    }
    return instants
  }
}
