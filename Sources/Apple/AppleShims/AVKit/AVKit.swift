// Haptics code uses only AVFoundation, which AVKit re-exports.
@_exported import AVFoundation
