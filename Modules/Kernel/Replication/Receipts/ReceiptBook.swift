import Core
import FileSystem
import Sync

/// The key by which a device knows its server, and the newest receipt from it.
public struct ReceiptBook: Sendable {
  private static let longest = 16 << 10

  /// The server's public key (``ReceiptSigner/publicKey``).
  public let key: [UInt8]
  /// The path of the file with the receipt.
  public let path: String

  public init(key: [UInt8], path: String) {
    self.key = key
    self.path = path
  }

  /// The newest receipt; nil if there is none, or none that can be read.
  ///
  /// - Throws: a `DomainError` if the file cannot be read.
  public func load() throws -> SyncReceipt? {
    do throws(FileContents.Failure) {
      let bytes = try FileContents.read(path, limit: ReceiptBook.longest, allowsPipes: false)
      return try? JSON.decode(SyncReceipt.self, from: bytes)
    } catch .system(let error) where error.isMissingFile {
      return nil
    } catch .tooLong {
      return nil
    } catch { throw unusable("\(error)") }
  }

  func keep(_ receipt: SyncReceipt) throws {
    let bytes = try JSON.encode(receipt)
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch { throw unusable("\(error)") }
  }

  private func unusable(_ reason: String) -> DomainError {
    DomainError(
      "receipt-unusable",
      "\(path), in which this device keeps what the server has signed, cannot be used (\(reason)). "
        + "Nothing is lost: give yourself the right to read and write it."
    )
  }
}
