import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumSystem

struct ManyOptions: ParsableArguments {
  @Option(name: .long, help: "Process only part I of N, such as 3/8: every N-th file, starting with the I-th.")
  var shard: Shard?

  @Option(name: .long, help: "Number of files processed in parallel (default: one per core).")
  var jobs: Int?

  mutating func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be between 1 and 1024") }
  }
}
