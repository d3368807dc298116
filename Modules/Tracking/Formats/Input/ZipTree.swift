import FileSystem

/// The files of a zip archive, read in memory according to PKWARE's APPNOTE.TXT 6.3.
///
/// Stored and deflated files are supported. Names are only compared, never used as paths on disk.
struct ZipTree: FileTree {
  let paths: [String]
  private let files: [String: File]
  private let archive: [UInt8]
  private let name: String

  private struct File {
    let method: UInt16
    let checksum: UInt32
    let packedCount: Int
    let count: Int
    let headerStart: Int
  }

  /// The first bytes of a zip file that is not empty.
  static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  init(_ archive: [UInt8], name: String, limits: ImportLimits) throws(FormatError) {
    self.archive = archive
    self.name = name
    let directory = try ZipTree.directory(archive, name: name)
    var reader = ZipDirectoryReader(archive, name: name, position: directory.start)
    var files: [String: File] = [:]
    var paths: [String] = []
    var total = 0
    guard directory.count <= limits.files else {
      throw FormatError(
        file: name,
        problem: "this archive holds more than the \(limits.files) files that are read"
      )
    }
    for _ in 0..<directory.count {
      let record = try reader.next()
      guard !record.path.hasSuffix("/") else { continue }
      total += record.count
      guard total <= limits.unpackedBytes else {
        throw FormatError(
          file: name,
          problem:
            "unpacked it is larger than the \(ByteCount(limits.unpackedBytes).words) that are read"
        )
      }
      let file = File(
        method: record.method,
        checksum: record.checksum,
        packedCount: record.packedCount,
        count: record.count,
        headerStart: record.headerStart
      )
      guard files.updateValue(file, forKey: record.path) == nil else {
        throw FormatError(file: name, problem: "it holds the file \(quoted(record.path)) twice")
      }
      paths.append(record.path)
    }
    self.files = files
    self.paths = paths
  }

  func bytes(of path: String) throws(FormatError) -> [UInt8] {
    guard let file = files[path] else { throw error(path, "it is not in the archive") }
    let packed = try data(of: file, path: path)
    let content: [UInt8]?
    switch file.method {
    case 0: content = packed.count == file.count ? Array(packed) : nil
    case 8: content = Deflate.unpack(packed, count: file.count)
    default: throw error(path, "it is packed in a way that is not read (\(file.method))")
    }
    guard let content, Deflate.checksum(content) == file.checksum else {
      throw error(path, "it is damaged: its contents do not match their checksum")
    }
    return content
  }

  private func data(of file: File, path: String) throws(FormatError) -> ArraySlice<UInt8> {
    let start = file.headerStart
    guard start + 30 <= archive.count, archive[start..<(start + 4)].elementsEqual(ZipTree.signature)
    else { throw error(path, "the archive is damaged where it should begin") }
    let nameCount = Int(archive.little16(at: start + 26))
    let extraCount = Int(archive.little16(at: start + 28))
    let begin = start + 30 + nameCount + extraCount
    guard begin + file.packedCount <= archive.count else {
      throw error(path, "the archive ends in the middle of it")
    }
    return archive[begin..<(begin + file.packedCount)]
  }

  private func error(_ path: String, _ problem: String) -> FormatError {
    FormatError(file: name, place: "the file \(quoted(path))", problem: problem)
  }

  /// Returns where the central directory begins and how many files it lists.
  ///
  /// Both are in the record at the archive's end, which a comment of up to 65535 bytes may follow.
  private static func directory(
    _ archive: [UInt8],
    name: String
  ) throws(FormatError) -> (start: Int, count: Int) {
    let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    let earliest = max(0, archive.count - 22 - 65_535)
    for start in stride(from: archive.count - 22, through: earliest, by: -1)
    where archive[start..<(start + 4)].elementsEqual(signature) {
      let commentCount = Int(archive.little16(at: start + 20))
      guard start + 22 + commentCount <= archive.count else { continue }
      guard archive.little16(at: start + 4) == 0, archive.little16(at: start + 6) == 0 else {
        throw FormatError(file: name, problem: "this is a part of an archive in several files")
      }
      let count = archive.little16(at: start + 10)
      let offset = archive.little32(at: start + 16)
      guard count != 0xFFFF, offset != 0xFFFF_FFFF else {
        throw FormatError(file: name, problem: "archives of the kind zip64 are not read")
      }
      return (Int(offset), Int(count))
    }
    throw FormatError(
      file: name,
      problem: "this zip archive has no end; it was probably not copied completely"
    )
  }
}

/// Reads the records of a central directory one after another.
private struct ZipDirectoryReader {
  struct Record {
    let path: String
    let method: UInt16
    let checksum: UInt32
    let packedCount: Int
    let count: Int
    let headerStart: Int
  }

  private let archive: [UInt8]
  private let name: String
  private var position: Int

  init(_ archive: [UInt8], name: String, position: Int) {
    self.archive = archive
    self.name = name
    self.position = position
  }

  mutating func next() throws(FormatError) -> Record {
    let start = position
    let signature: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
    guard start + 46 <= archive.count, archive[start..<(start + 4)].elementsEqual(signature) else {
      throw damaged
    }
    let pathCount = Int(archive.little16(at: start + 28))
    let others = Int(archive.little16(at: start + 30)) + Int(archive.little16(at: start + 32))
    position = start + 46 + pathCount + others
    guard position <= archive.count else { throw damaged }
    let path = String(decoding: archive[(start + 46)..<(start + 46 + pathCount)], as: UTF8.self)
    // Bits 0, 6 and 13 mark three kinds of encryption.
    guard archive.little16(at: start + 8) & 0x2041 == 0 else {
      throw FormatError(
        file: name,
        problem: "this archive has a password; unpack it and import the folder"
      )
    }
    let sizes = [20, 24, 42].map { archive.little32(at: start + $0) }
    guard !sizes.contains(0xFFFF_FFFF) else {
      throw FormatError(file: name, problem: "archives of the kind zip64 are not read")
    }
    return Record(
      path: path,
      method: archive.little16(at: start + 10),
      checksum: archive.little32(at: start + 16),
      packedCount: Int(sizes[0]),
      count: Int(sizes[1]),
      headerStart: Int(sizes[2])
    )
  }

  private var damaged: FormatError {
    FormatError(file: name, problem: "the list of files in this zip archive is damaged")
  }
}

extension [UInt8] {
  fileprivate func little16(at index: Int) -> UInt16 {
    UInt16(self[index]) | UInt16(self[index + 1]) << 8
  }

  fileprivate func little32(at index: Int) -> UInt32 {
    UInt32(little16(at: index)) | UInt32(little16(at: index + 2)) << 16
  }
}
