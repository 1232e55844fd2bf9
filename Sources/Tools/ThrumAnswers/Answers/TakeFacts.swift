import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern

/// Where the samples of a version are.
package struct TakeFacts: JSONWritable {
  package let take: String
  package let sampleRate: Int
  package let blockFrames: Int

  package init(take: String, sampleRate: Int, blockFrames: Int) {
    (self.take, self.sampleRate, self.blockFrames) = (take, sampleRate, blockFrames)
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("take", take)
      writer.member("sampleRate", sampleRate)
      writer.member("blockFrames", blockFrames)
    }
  }
}
