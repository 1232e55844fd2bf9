struct PCMFormat: Equatable {
  var sampleRate: Int
  var periodFrames: Int
  var bufferFrames: Int
  var channels: Int
  var sampleFormat: DeviceFormat
}
