// Written by list-files.sh.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file_0[] = {
#embed "../../Tools/ThrumStudio/Page/analysis.js"
}, file_1[] = {
#embed "../../Tools/ThrumStudio/Page/announcer.js"
}, file_2[] = {
#embed "../../Tools/ThrumStudio/Page/ask-path.js"
}, file_3[] = {
#embed "../../Tools/ThrumStudio/Page/audio-output.js"
}, file_4[] = {
#embed "../../Tools/ThrumStudio/Page/banners.js"
}, file_5[] = {
#embed "../../Tools/ThrumStudio/Page/block-feed.js"
}, file_6[] = {
#embed "../../Tools/ThrumStudio/Page/block-layer.js"
}, file_7[] = {
#embed "../../Tools/ThrumStudio/Page/block-player.js"
}, file_8[] = {
#embed "../../Tools/ThrumStudio/Page/block-voice.js"
}, file_9[] = {
#embed "../../Tools/ThrumStudio/Page/block-worklet.js"
}, file_10[] = {
#embed "../../Tools/ThrumStudio/Page/browser-player.js"
}, file_11[] = {
#embed "../../Tools/ThrumStudio/Page/connection-watch.js"
}, file_12[] = {
#embed "../../Tools/ThrumStudio/Page/control-path.js"
}, file_13[] = {
#embed "../../Tools/ThrumStudio/Page/detached.js"
}, file_14[] = {
#embed "../../Tools/ThrumStudio/Page/device-player.js"
}, file_15[] = {
#embed "../../Tools/ThrumStudio/Page/disk-changes.js"
}, file_16[] = {
#embed "../../Tools/ThrumStudio/Page/document.js"
}, file_17[] = {
#embed "../../Tools/ThrumStudio/Page/dom.js"
}, file_18[] = {
#embed "../../Tools/ThrumStudio/Page/double-click.js"
}, file_19[] = {
#embed "../../Tools/ThrumStudio/Page/double-tap.js"
}, file_20[] = {
#embed "../../Tools/ThrumStudio/Page/downloads.js"
}, file_21[] = {
#embed "../../Tools/ThrumStudio/Page/drafts.js"
}, file_22[] = {
#embed "../../Tools/ThrumStudio/Page/draw-axes.js"
}, file_23[] = {
#embed "../../Tools/ThrumStudio/Page/draw-controls.js"
}, file_24[] = {
#embed "../../Tools/ThrumStudio/Page/draw-dense.js"
}, file_25[] = {
#embed "../../Tools/ThrumStudio/Page/draw-feel.js"
}, file_26[] = {
#embed "../../Tools/ThrumStudio/Page/draw-findings.js"
}, file_27[] = {
#embed "../../Tools/ThrumStudio/Page/draw-haptics.js"
}, file_28[] = {
#embed "../../Tools/ThrumStudio/Page/draw-overlay.js"
}, file_29[] = {
#embed "../../Tools/ThrumStudio/Page/draw-sound.js"
}, file_30[] = {
#embed "../../Tools/ThrumStudio/Page/draw-taken.js"
}, file_31[] = {
#embed "../../Tools/ThrumStudio/Page/draw-track.js"
}, file_32[] = {
#embed "../../Tools/ThrumStudio/Page/drawing.js"
}, file_33[] = {
#embed "../../Tools/ThrumStudio/Page/drawn-envelope.js"
}, file_34[] = {
#embed "../../Tools/ThrumStudio/Page/drawn-place.js"
}, file_35[] = {
#embed "../../Tools/ThrumStudio/Page/dropped-sounds.js"
}, file_36[] = {
#embed "../../Tools/ThrumStudio/Page/dropping.js"
}, file_37[] = {
#embed "../../Tools/ThrumStudio/Page/editor-actions.js"
}, file_38[] = {
#embed "../../Tools/ThrumStudio/Page/edits.js"
}, file_39[] = {
#embed "../../Tools/ThrumStudio/Page/emitter.js"
}, file_40[] = {
#embed "../../Tools/ThrumStudio/Page/engine-panel.js"
}, file_41[] = {
#embed "../../Tools/ThrumStudio/Page/envelope-edits.js"
}, file_42[] = {
#embed "../../Tools/ThrumStudio/Page/envelope-rows.js"
}, file_43[] = {
#embed "../../Tools/ThrumStudio/Page/envelope-shapes.js"
}, file_44[] = {
#embed "../../Tools/ThrumStudio/Page/envelope.js"
}, file_45[] = {
#embed "../../Tools/ThrumStudio/Page/event-table.js"
}, file_46[] = {
#embed "../../Tools/ThrumStudio/Page/feel.js"
}, file_47[] = {
#embed "../../Tools/ThrumStudio/Page/file-changes.js"
}, file_48[] = {
#embed "../../Tools/ThrumStudio/Page/file-kind.js"
}, file_49[] = {
#embed "../../Tools/ThrumStudio/Page/file-shapes.js"
}, file_50[] = {
#embed "../../Tools/ThrumStudio/Page/file-tree.js"
}, file_51[] = {
#embed "../../Tools/ThrumStudio/Page/files-panel.js"
}, file_52[] = {
#embed "../../Tools/ThrumStudio/Page/files.js"
}, file_53[] = {
#embed "../../Tools/ThrumStudio/Page/finding-text.js"
}, file_54[] = {
#embed "../../Tools/ThrumStudio/Page/findings-list.js"
}, file_55[] = {
#embed "../../Tools/ThrumStudio/Page/first-pattern.js"
}, file_56[] = {
#embed "../../Tools/ThrumStudio/Page/fold.js"
}, file_57[] = {
#embed "../../Tools/ThrumStudio/Page/group-edits.js"
}, file_58[] = {
#embed "../../Tools/ThrumStudio/Page/group-rows.js"
}, file_59[] = {
#embed "../../Tools/ThrumStudio/Page/groups.js"
}, file_60[] = {
#embed "../../Tools/ThrumStudio/Page/history-list.js"
}, file_61[] = {
#embed "../../Tools/ThrumStudio/Page/history.js"
}, file_62[] = {
#embed "../../Tools/ThrumStudio/Page/hit-test.js"
}, file_63[] = {
#embed "../../Tools/ThrumStudio/Page/icon.svg"
}, file_64[] = {
#embed "../../Tools/ThrumStudio/Page/icons.js"
}, file_65[] = {
#embed "../../Tools/ThrumStudio/Page/index.html"
}, file_66[] = {
#embed "../../Tools/ThrumStudio/Page/inspector-keys.js"
}, file_67[] = {
#embed "../../Tools/ThrumStudio/Page/inspector.js"
}, file_68[] = {
#embed "../../Tools/ThrumStudio/Page/item-drag.js"
}, file_69[] = {
#embed "../../Tools/ThrumStudio/Page/json-reader.js"
}, file_70[] = {
#embed "../../Tools/ThrumStudio/Page/keys.js"
}, file_71[] = {
#embed "../../Tools/ThrumStudio/Page/label.js"
}, file_72[] = {
#embed "../../Tools/ThrumStudio/Page/latency.js"
}, file_73[] = {
#embed "../../Tools/ThrumStudio/Page/later-pattern.js"
}, file_74[] = {
#embed "../../Tools/ThrumStudio/Page/layout.css"
}, file_75[] = {
#embed "../../Tools/ThrumStudio/Page/layout.js"
}, file_76[] = {
#embed "../../Tools/ThrumStudio/Page/legend.js"
}, file_77[] = {
#embed "../../Tools/ThrumStudio/Page/lines.js"
}, file_78[] = {
#embed "../../Tools/ThrumStudio/Page/live-connection.js"
}, file_79[] = {
#embed "../../Tools/ThrumStudio/Page/live-sound.js"
}, file_80[] = {
#embed "../../Tools/ThrumStudio/Page/live-worklet.js"
}, file_81[] = {
#embed "../../Tools/ThrumStudio/Page/long-requests.js"
}, file_82[] = {
#embed "../../Tools/ThrumStudio/Page/long-work.js"
}, file_83[] = {
#embed "../../Tools/ThrumStudio/Page/loudness.js"
}, file_84[] = {
#embed "../../Tools/ThrumStudio/Page/main.js"
}, file_85[] = {
#embed "../../Tools/ThrumStudio/Page/marker-list.js"
}, file_86[] = {
#embed "../../Tools/ThrumStudio/Page/meter-view.js"
}, file_87[] = {
#embed "../../Tools/ThrumStudio/Page/motor-reach.js"
}, file_88[] = {
#embed "../../Tools/ThrumStudio/Page/move-label.js"
}, file_89[] = {
#embed "../../Tools/ThrumStudio/Page/narrow.css"
}, file_90[] = {
#embed "../../Tools/ThrumStudio/Page/number-field.js"
}, file_91[] = {
#embed "../../Tools/ThrumStudio/Page/number-reader.js"
}, file_92[] = {
#embed "../../Tools/ThrumStudio/Page/overview.js"
}, file_93[] = {
#embed "../../Tools/ThrumStudio/Page/own-envelope.js"
}, file_94[] = {
#embed "../../Tools/ThrumStudio/Page/palette.js"
}, file_95[] = {
#embed "../../Tools/ThrumStudio/Page/panels.css"
}, file_96[] = {
#embed "../../Tools/ThrumStudio/Page/panels.js"
}, file_97[] = {
#embed "../../Tools/ThrumStudio/Page/pattern.js"
}, file_98[] = {
#embed "../../Tools/ThrumStudio/Page/phone-dialog.js"
}, file_99[] = {
#embed "../../Tools/ThrumStudio/Page/phone-share.js"
}, file_100[] = {
#embed "../../Tools/ThrumStudio/Page/pixel-marks.js"
}, file_101[] = {
#embed "../../Tools/ThrumStudio/Page/pointer-focus.js"
}, file_102[] = {
#embed "../../Tools/ThrumStudio/Page/recorded-words.js"
}, file_103[] = {
#embed "../../Tools/ThrumStudio/Page/recorded.js"
}, file_104[] = {
#embed "../../Tools/ThrumStudio/Page/recorder.js"
}, file_105[] = {
#embed "../../Tools/ThrumStudio/Page/recording-clock.js"
}, file_106[] = {
#embed "../../Tools/ThrumStudio/Page/request-worker.js"
}, file_107[] = {
#embed "../../Tools/ThrumStudio/Page/scene.js"
}, file_108[] = {
#embed "../../Tools/ThrumStudio/Page/server.js"
}, file_109[] = {
#embed "../../Tools/ThrumStudio/Page/settings.js"
}, file_110[] = {
#embed "../../Tools/ThrumStudio/Page/shortcuts.js"
}, file_111[] = {
#embed "../../Tools/ThrumStudio/Page/simplify.js"
}, file_112[] = {
#embed "../../Tools/ThrumStudio/Page/slider.js"
}, file_113[] = {
#embed "../../Tools/ThrumStudio/Page/sliding.js"
}, file_114[] = {
#embed "../../Tools/ThrumStudio/Page/snapping.js"
}, file_115[] = {
#embed "../../Tools/ThrumStudio/Page/soundtrack.js"
}, file_116[] = {
#embed "../../Tools/ThrumStudio/Page/splice.js"
}, file_117[] = {
#embed "../../Tools/ThrumStudio/Page/splitter.js"
}, file_118[] = {
#embed "../../Tools/ThrumStudio/Page/studio.js"
}, file_119[] = {
#embed "../../Tools/ThrumStudio/Page/style.css"
}, file_120[] = {
#embed "../../Tools/ThrumStudio/Page/tabs.js"
}, file_121[] = {
#embed "../../Tools/ThrumStudio/Page/takes.js"
}, file_122[] = {
#embed "../../Tools/ThrumStudio/Page/tempo.js"
}, file_123[] = {
#embed "../../Tools/ThrumStudio/Page/text-view.js"
}, file_124[] = {
#embed "../../Tools/ThrumStudio/Page/theme.js"
}, file_125[] = {
#embed "../../Tools/ThrumStudio/Page/time-scale.js"
}, file_126[] = {
#embed "../../Tools/ThrumStudio/Page/timeline-pointer.js"
}, file_127[] = {
#embed "../../Tools/ThrumStudio/Page/timeline.js"
}, file_128[] = {
#embed "../../Tools/ThrumStudio/Page/tools.js"
}, file_129[] = {
#embed "../../Tools/ThrumStudio/Page/top-bar.js"
}, file_130[] = {
#embed "../../Tools/ThrumStudio/Page/track-sound.js"
}, file_131[] = {
#embed "../../Tools/ThrumStudio/Page/transport-bar.js"
}, file_132[] = {
#embed "../../Tools/ThrumStudio/Page/transport.js"
}, file_133[] = {
#embed "../../Tools/ThrumStudio/Page/tree-keys.js"
}, file_134[] = {
#embed "../../Tools/ThrumStudio/Page/tree-rows.js"
}, file_135[] = {
#embed "../../Tools/ThrumStudio/Page/tree-window.js"
}, file_136[] = {
#embed "../../Tools/ThrumStudio/Page/vocabulary.js"
}, file_137[] = {
#embed "../../Tools/ThrumStudio/Page/wave-detail.js"
}, file_138[] = {
#embed "../../Tools/ThrumStudio/Page/wave-scale.js"
};

static const struct studio_file files[] = {
  {"page/analysis.js", file_0, sizeof file_0},  {"page/announcer.js", file_1, sizeof file_1},
  {"page/ask-path.js", file_2, sizeof file_2},  {"page/audio-output.js", file_3, sizeof file_3},
  {"page/banners.js", file_4, sizeof file_4},  {"page/block-feed.js", file_5, sizeof file_5},
  {"page/block-layer.js", file_6, sizeof file_6},  {"page/block-player.js", file_7, sizeof file_7},
  {"page/block-voice.js", file_8, sizeof file_8},  {"page/block-worklet.js", file_9, sizeof file_9},
  {"page/browser-player.js", file_10, sizeof file_10},  {"page/connection-watch.js", file_11, sizeof file_11},
  {"page/control-path.js", file_12, sizeof file_12},  {"page/detached.js", file_13, sizeof file_13},
  {"page/device-player.js", file_14, sizeof file_14},  {"page/disk-changes.js", file_15, sizeof file_15},
  {"page/document.js", file_16, sizeof file_16},  {"page/dom.js", file_17, sizeof file_17},
  {"page/double-click.js", file_18, sizeof file_18},  {"page/double-tap.js", file_19, sizeof file_19},
  {"page/downloads.js", file_20, sizeof file_20},  {"page/drafts.js", file_21, sizeof file_21},
  {"page/draw-axes.js", file_22, sizeof file_22},  {"page/draw-controls.js", file_23, sizeof file_23},
  {"page/draw-dense.js", file_24, sizeof file_24},  {"page/draw-feel.js", file_25, sizeof file_25},
  {"page/draw-findings.js", file_26, sizeof file_26},  {"page/draw-haptics.js", file_27, sizeof file_27},
  {"page/draw-overlay.js", file_28, sizeof file_28},  {"page/draw-sound.js", file_29, sizeof file_29},
  {"page/draw-taken.js", file_30, sizeof file_30},  {"page/draw-track.js", file_31, sizeof file_31},
  {"page/drawing.js", file_32, sizeof file_32},  {"page/drawn-envelope.js", file_33, sizeof file_33},
  {"page/drawn-place.js", file_34, sizeof file_34},  {"page/dropped-sounds.js", file_35, sizeof file_35},
  {"page/dropping.js", file_36, sizeof file_36},  {"page/editor-actions.js", file_37, sizeof file_37},
  {"page/edits.js", file_38, sizeof file_38},  {"page/emitter.js", file_39, sizeof file_39},
  {"page/engine-panel.js", file_40, sizeof file_40},  {"page/envelope-edits.js", file_41, sizeof file_41},
  {"page/envelope-rows.js", file_42, sizeof file_42},  {"page/envelope-shapes.js", file_43, sizeof file_43},
  {"page/envelope.js", file_44, sizeof file_44},  {"page/event-table.js", file_45, sizeof file_45},
  {"page/feel.js", file_46, sizeof file_46},  {"page/file-changes.js", file_47, sizeof file_47},
  {"page/file-kind.js", file_48, sizeof file_48},  {"page/file-shapes.js", file_49, sizeof file_49},
  {"page/file-tree.js", file_50, sizeof file_50},  {"page/files-panel.js", file_51, sizeof file_51},
  {"page/files.js", file_52, sizeof file_52},  {"page/finding-text.js", file_53, sizeof file_53},
  {"page/findings-list.js", file_54, sizeof file_54},  {"page/first-pattern.js", file_55, sizeof file_55},
  {"page/fold.js", file_56, sizeof file_56},  {"page/group-edits.js", file_57, sizeof file_57},
  {"page/group-rows.js", file_58, sizeof file_58},  {"page/groups.js", file_59, sizeof file_59},
  {"page/history-list.js", file_60, sizeof file_60},  {"page/history.js", file_61, sizeof file_61},
  {"page/hit-test.js", file_62, sizeof file_62},  {"page/icon.svg", file_63, sizeof file_63},
  {"page/icons.js", file_64, sizeof file_64},  {"page/index.html", file_65, sizeof file_65},
  {"page/inspector-keys.js", file_66, sizeof file_66},  {"page/inspector.js", file_67, sizeof file_67},
  {"page/item-drag.js", file_68, sizeof file_68},  {"page/json-reader.js", file_69, sizeof file_69},
  {"page/keys.js", file_70, sizeof file_70},  {"page/label.js", file_71, sizeof file_71},
  {"page/latency.js", file_72, sizeof file_72},  {"page/later-pattern.js", file_73, sizeof file_73},
  {"page/layout.css", file_74, sizeof file_74},  {"page/layout.js", file_75, sizeof file_75},
  {"page/legend.js", file_76, sizeof file_76},  {"page/lines.js", file_77, sizeof file_77},
  {"page/live-connection.js", file_78, sizeof file_78},  {"page/live-sound.js", file_79, sizeof file_79},
  {"page/live-worklet.js", file_80, sizeof file_80},  {"page/long-requests.js", file_81, sizeof file_81},
  {"page/long-work.js", file_82, sizeof file_82},  {"page/loudness.js", file_83, sizeof file_83},
  {"page/main.js", file_84, sizeof file_84},  {"page/marker-list.js", file_85, sizeof file_85},
  {"page/meter-view.js", file_86, sizeof file_86},  {"page/motor-reach.js", file_87, sizeof file_87},
  {"page/move-label.js", file_88, sizeof file_88},  {"page/narrow.css", file_89, sizeof file_89},
  {"page/number-field.js", file_90, sizeof file_90},  {"page/number-reader.js", file_91, sizeof file_91},
  {"page/overview.js", file_92, sizeof file_92},  {"page/own-envelope.js", file_93, sizeof file_93},
  {"page/palette.js", file_94, sizeof file_94},  {"page/panels.css", file_95, sizeof file_95},
  {"page/panels.js", file_96, sizeof file_96},  {"page/pattern.js", file_97, sizeof file_97},
  {"page/phone-dialog.js", file_98, sizeof file_98},  {"page/phone-share.js", file_99, sizeof file_99},
  {"page/pixel-marks.js", file_100, sizeof file_100},  {"page/pointer-focus.js", file_101, sizeof file_101},
  {"page/recorded-words.js", file_102, sizeof file_102},  {"page/recorded.js", file_103, sizeof file_103},
  {"page/recorder.js", file_104, sizeof file_104},  {"page/recording-clock.js", file_105, sizeof file_105},
  {"page/request-worker.js", file_106, sizeof file_106},  {"page/scene.js", file_107, sizeof file_107},
  {"page/server.js", file_108, sizeof file_108},  {"page/settings.js", file_109, sizeof file_109},
  {"page/shortcuts.js", file_110, sizeof file_110},  {"page/simplify.js", file_111, sizeof file_111},
  {"page/slider.js", file_112, sizeof file_112},  {"page/sliding.js", file_113, sizeof file_113},
  {"page/snapping.js", file_114, sizeof file_114},  {"page/soundtrack.js", file_115, sizeof file_115},
  {"page/splice.js", file_116, sizeof file_116},  {"page/splitter.js", file_117, sizeof file_117},
  {"page/studio.js", file_118, sizeof file_118},  {"page/style.css", file_119, sizeof file_119},
  {"page/tabs.js", file_120, sizeof file_120},  {"page/takes.js", file_121, sizeof file_121},
  {"page/tempo.js", file_122, sizeof file_122},  {"page/text-view.js", file_123, sizeof file_123},
  {"page/theme.js", file_124, sizeof file_124},  {"page/time-scale.js", file_125, sizeof file_125},
  {"page/timeline-pointer.js", file_126, sizeof file_126},  {"page/timeline.js", file_127, sizeof file_127},
  {"page/tools.js", file_128, sizeof file_128},  {"page/top-bar.js", file_129, sizeof file_129},
  {"page/track-sound.js", file_130, sizeof file_130},  {"page/transport-bar.js", file_131, sizeof file_131},
  {"page/transport.js", file_132, sizeof file_132},  {"page/tree-keys.js", file_133, sizeof file_133},
  {"page/tree-rows.js", file_134, sizeof file_134},  {"page/tree-window.js", file_135, sizeof file_135},
  {"page/vocabulary.js", file_136, sizeof file_136},  {"page/wave-detail.js", file_137, sizeof file_137},
  {"page/wave-scale.js", file_138, sizeof file_138},
};

const struct studio_table studio_page = {files, sizeof files / sizeof *files};
