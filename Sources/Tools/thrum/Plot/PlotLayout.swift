struct PlotLayout {
  let isCompact: Bool
  /// A thumbnail has no legend, subtitle or captions.
  let isThumbnail: Bool
  let intensity: Box
  let sharpness: Box
  let audio: Box?
  /// Lower part of the audio panel, for controls.
  let audioControls: Box?
  let wave: Box
  /// Baseline of the waveform's caption, above the panel so that it covers no peak.
  var caption: Double { wave.top - 4 }
  let timeLabels: Double
  /// Vertical centre.
  let legend: Double
  let margin: Double
  let inset: Double

  var titleSize: Double { isCompact ? 13 : 16 }
  var textSize: Double { isCompact ? 9.5 : 11 }
  var labelSize: Double { isCompact ? 9 : 10 }

  var panels: [Box] { [intensity, sharpness] + (audio.map { [$0] } ?? []) + [wave] }

  /// The optional parts of a picture. Compared pictures share them.
  struct Needs {
    var audioRows = 0
    var hasAudioControls = false
    /// Whether there is an axis for additive controls.
    var hasRightAxis = false

    func joined(_ other: Needs) -> Needs {
      Needs(
        audioRows: max(audioRows, other.audioRows), hasAudioControls: hasAudioControls || other.hasAudioControls,
        hasRightAxis: hasRightAxis || other.hasRightAxis)
    }
  }

  init(width: Double, height: Double, _ needs: Needs) {
    let (audioRows, hasAudioControls, hasRightAxis) = (needs.audioRows, needs.hasAudioControls, needs.hasRightAxis)
    let small = height < 380 || width < 760
    let tiny = height < 260 || width < 480
    isCompact = small
    isThumbnail = tiny
    margin = small ? 10 : 16
    inset = small ? 7 : 10
    let header = tiny ? 24.0 : small ? 40 : 56
    let footer = tiny ? 16.0 : small ? 36 : 50
    let gap = tiny ? 4.0 : small ? 7 : 10
    let left = tiny ? 32.0 : small ? 44 : 56
    let right = hasRightAxis ? (small ? 26.0 : 32) : (small ? 12 : 18)
    let captionHeight = tiny ? 0.0 : small ? 8 : 9
    let room = max(40, height - header - footer - captionHeight - gap * (audioRows > 0 ? 3 : 2))
    let soundHeight = audioRows > 0 ? min(room * 0.25, Double(audioRows) * (small ? 15 : 22) + 6) : 0
    let controlHeight = audioRows > 0 && hasAudioControls ? min(room * 0.12, small ? 24 : 36) : 0
    let audioHeight = soundHeight + controlHeight
    let rest = room - audioHeight
    let panelWidth = max(40, width - left - right)
    var top = header
    func next(_ height: Double) -> Box {
      defer { top += height + gap }
      return Box(
        left: left, top: top.rounded(), width: panelWidth.rounded(),
        height: (top + height).rounded() - top.rounded())
    }
    intensity = next(rest * 0.46)
    sharpness = next(rest * 0.19)
    let whole = audioHeight > 0 ? next(audioHeight) : nil
    audio = whole
    audioControls =
      controlHeight > 0
      ? whole.map {
        Box(left: $0.left, top: $0.bottom - controlHeight, width: $0.width, height: controlHeight)
      } : nil
    top += captionHeight
    wave = next(rest * 0.35)
    timeLabels = wave.bottom + (small ? 11 : 15)
    legend = height - (small ? 10 : 15)
  }
}
