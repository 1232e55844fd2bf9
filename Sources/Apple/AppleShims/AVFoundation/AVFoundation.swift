// Haptics code uses only the audio part of AVFoundation.
@_exported import AVFAudio
