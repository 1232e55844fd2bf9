/// Where everything lies, from the size of the picture and what it has to show.
struct PlotLayout {
  /// The picture is small: smaller type, less air.
  let isCompact: Bool
  /// A thumbnail: the shapes, a few numbers, and nothing that would lie over them.
  let isThumbnail: Bool
  let intensity: Box
  let sharpness: Box
  /// `nil` without audio events.
  let audio: Box?
  /// The lower part of the audio panel, where controls are drawn; `nil` without them.
  let audioControls: Box?
  let wave: Box
  /// Base line of the labels under the time axis.
  let timeLabels: Double
  /// Middle of the legend's line.
  let legend: Double
  let margin: Double
  /// Points between a panel's edge and the first or last moment.
  let inset: Double

  /// Sizes of the type, points.
  var titleSize: Double { isCompact ? 13 : 16 }
  var textSize: Double { isCompact ? 9.5 : 11 }
  var labelSize: Double { isCompact ? 9 : 10 }

  /// All panels from top to bottom.
  var panels: [Box] { [intensity, sharpness] + (audio.map { [$0] } ?? []) + [wave] }

  /// What the panels have to have room for; pictures that are compared have room for what either needs.
  struct Needs {
    /// Lanes of sounds.
    var audioRows = 0
    var hasAudioControls = false
    /// An axis at the right, for controls that are added.
    var hasRightAxis = false

    func joined(_ other: Needs) -> Needs {
      Needs(
        audioRows: max(audioRows, other.audioRows), hasAudioControls: hasAudioControls || other.hasAudioControls,
        hasRightAxis: hasRightAxis || other.hasRightAxis)
    }
  }

  /// Divides a picture.
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
    let room = max(40, height - header - footer - gap * (audioRows > 0 ? 3 : 2))
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
    wave = next(rest * 0.35)
    timeLabels = wave.bottom + (small ? 11 : 15)
    legend = height - (small ? 10 : 15)
  }
}
