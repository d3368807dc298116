import Foundation
import Manual

do {
  let json = FileHandle.standardInput.readDataToEndOfFile()
  let help = try JSONDecoder().decode(ProgramHelp.self, from: json)
  print(Manual(help).page, terminator: "")
} catch {
  let message = "The program's description of its commands cannot be read: \(error)\n"
  FileHandle.standardError.write(Data(message.utf8))
  exit(1)
}
