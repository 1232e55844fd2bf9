// Written by list-files.sh.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file_0[] = {
#embed "../../ThrumStudio/Page/analysis.js"
};
static const unsigned char file_1[] = {
#embed "../../ThrumStudio/Page/announcer.js"
};
static const unsigned char file_2[] = {
#embed "../../ThrumStudio/Page/ask-path.js"
};
static const unsigned char file_3[] = {
#embed "../../ThrumStudio/Page/audio-output.js"
};
static const unsigned char file_4[] = {
#embed "../../ThrumStudio/Page/banners.js"
};
static const unsigned char file_5[] = {
#embed "../../ThrumStudio/Page/browser-player.js"
};
static const unsigned char file_6[] = {
#embed "../../ThrumStudio/Page/connection-watch.js"
};
static const unsigned char file_7[] = {
#embed "../../ThrumStudio/Page/control-path.js"
};
static const unsigned char file_8[] = {
#embed "../../ThrumStudio/Page/device-player.js"
};
static const unsigned char file_9[] = {
#embed "../../ThrumStudio/Page/document.js"
};
static const unsigned char file_10[] = {
#embed "../../ThrumStudio/Page/dom.js"
};
static const unsigned char file_11[] = {
#embed "../../ThrumStudio/Page/downloads.js"
};
static const unsigned char file_12[] = {
#embed "../../ThrumStudio/Page/drafts.js"
};
static const unsigned char file_13[] = {
#embed "../../ThrumStudio/Page/draw-axes.js"
};
static const unsigned char file_14[] = {
#embed "../../ThrumStudio/Page/draw-controls.js"
};
static const unsigned char file_15[] = {
#embed "../../ThrumStudio/Page/draw-findings.js"
};
static const unsigned char file_16[] = {
#embed "../../ThrumStudio/Page/draw-haptics.js"
};
static const unsigned char file_17[] = {
#embed "../../ThrumStudio/Page/draw-sound.js"
};
static const unsigned char file_18[] = {
#embed "../../ThrumStudio/Page/drawing.js"
};
static const unsigned char file_19[] = {
#embed "../../ThrumStudio/Page/dropped-sounds.js"
};
static const unsigned char file_20[] = {
#embed "../../ThrumStudio/Page/dropping.js"
};
static const unsigned char file_21[] = {
#embed "../../ThrumStudio/Page/editor-actions.js"
};
static const unsigned char file_22[] = {
#embed "../../ThrumStudio/Page/edits.js"
};
static const unsigned char file_23[] = {
#embed "../../ThrumStudio/Page/emitter.js"
};
static const unsigned char file_24[] = {
#embed "../../ThrumStudio/Page/engine-panel.js"
};
static const unsigned char file_25[] = {
#embed "../../ThrumStudio/Page/envelope.js"
};
static const unsigned char file_26[] = {
#embed "../../ThrumStudio/Page/event-table.js"
};
static const unsigned char file_27[] = {
#embed "../../ThrumStudio/Page/file-kind.js"
};
static const unsigned char file_28[] = {
#embed "../../ThrumStudio/Page/files-panel.js"
};
static const unsigned char file_29[] = {
#embed "../../ThrumStudio/Page/files.js"
};
static const unsigned char file_30[] = {
#embed "../../ThrumStudio/Page/findings-list.js"
};
static const unsigned char file_31[] = {
#embed "../../ThrumStudio/Page/group-edits.js"
};
static const unsigned char file_32[] = {
#embed "../../ThrumStudio/Page/group-rows.js"
};
static const unsigned char file_33[] = {
#embed "../../ThrumStudio/Page/groups.js"
};
static const unsigned char file_34[] = {
#embed "../../ThrumStudio/Page/history-list.js"
};
static const unsigned char file_35[] = {
#embed "../../ThrumStudio/Page/history.js"
};
static const unsigned char file_36[] = {
#embed "../../ThrumStudio/Page/hit-test.js"
};
static const unsigned char file_37[] = {
#embed "../../ThrumStudio/Page/icon.svg"
};
static const unsigned char file_38[] = {
#embed "../../ThrumStudio/Page/icons.js"
};
static const unsigned char file_39[] = {
#embed "../../ThrumStudio/Page/index.html"
};
static const unsigned char file_40[] = {
#embed "../../ThrumStudio/Page/inspector.js"
};
static const unsigned char file_41[] = {
#embed "../../ThrumStudio/Page/json-reader.js"
};
static const unsigned char file_42[] = {
#embed "../../ThrumStudio/Page/keys.js"
};
static const unsigned char file_43[] = {
#embed "../../ThrumStudio/Page/latency.js"
};
static const unsigned char file_44[] = {
#embed "../../ThrumStudio/Page/legend.js"
};
static const unsigned char file_45[] = {
#embed "../../ThrumStudio/Page/lines.js"
};
static const unsigned char file_46[] = {
#embed "../../ThrumStudio/Page/live-connection.js"
};
static const unsigned char file_47[] = {
#embed "../../ThrumStudio/Page/live-sound.js"
};
static const unsigned char file_48[] = {
#embed "../../ThrumStudio/Page/live-worklet.js"
};
static const unsigned char file_49[] = {
#embed "../../ThrumStudio/Page/long-work.js"
};
static const unsigned char file_50[] = {
#embed "../../ThrumStudio/Page/loudness.js"
};
static const unsigned char file_51[] = {
#embed "../../ThrumStudio/Page/main.js"
};
static const unsigned char file_52[] = {
#embed "../../ThrumStudio/Page/marker-list.js"
};
static const unsigned char file_53[] = {
#embed "../../ThrumStudio/Page/meter-view.js"
};
static const unsigned char file_54[] = {
#embed "../../ThrumStudio/Page/narrow.css"
};
static const unsigned char file_55[] = {
#embed "../../ThrumStudio/Page/number-field.js"
};
static const unsigned char file_56[] = {
#embed "../../ThrumStudio/Page/number-reader.js"
};
static const unsigned char file_57[] = {
#embed "../../ThrumStudio/Page/overview.js"
};
static const unsigned char file_58[] = {
#embed "../../ThrumStudio/Page/palette.js"
};
static const unsigned char file_59[] = {
#embed "../../ThrumStudio/Page/panels.css"
};
static const unsigned char file_60[] = {
#embed "../../ThrumStudio/Page/panels.js"
};
static const unsigned char file_61[] = {
#embed "../../ThrumStudio/Page/pattern.js"
};
static const unsigned char file_62[] = {
#embed "../../ThrumStudio/Page/pointer-focus.js"
};
static const unsigned char file_63[] = {
#embed "../../ThrumStudio/Page/recorded.js"
};
static const unsigned char file_64[] = {
#embed "../../ThrumStudio/Page/recorder.js"
};
static const unsigned char file_65[] = {
#embed "../../ThrumStudio/Page/scene.js"
};
static const unsigned char file_66[] = {
#embed "../../ThrumStudio/Page/server.js"
};
static const unsigned char file_67[] = {
#embed "../../ThrumStudio/Page/settings.js"
};
static const unsigned char file_68[] = {
#embed "../../ThrumStudio/Page/shortcuts.js"
};
static const unsigned char file_69[] = {
#embed "../../ThrumStudio/Page/simplify.js"
};
static const unsigned char file_70[] = {
#embed "../../ThrumStudio/Page/snapping.js"
};
static const unsigned char file_71[] = {
#embed "../../ThrumStudio/Page/soundtrack.js"
};
static const unsigned char file_72[] = {
#embed "../../ThrumStudio/Page/splice.js"
};
static const unsigned char file_73[] = {
#embed "../../ThrumStudio/Page/studio.js"
};
static const unsigned char file_74[] = {
#embed "../../ThrumStudio/Page/style.css"
};
static const unsigned char file_75[] = {
#embed "../../ThrumStudio/Page/tabs.js"
};
static const unsigned char file_76[] = {
#embed "../../ThrumStudio/Page/tempo.js"
};
static const unsigned char file_77[] = {
#embed "../../ThrumStudio/Page/text-view.js"
};
static const unsigned char file_78[] = {
#embed "../../ThrumStudio/Page/theme.js"
};
static const unsigned char file_79[] = {
#embed "../../ThrumStudio/Page/time-scale.js"
};
static const unsigned char file_80[] = {
#embed "../../ThrumStudio/Page/timeline-pointer.js"
};
static const unsigned char file_81[] = {
#embed "../../ThrumStudio/Page/timeline.js"
};
static const unsigned char file_82[] = {
#embed "../../ThrumStudio/Page/tools.js"
};
static const unsigned char file_83[] = {
#embed "../../ThrumStudio/Page/top-bar.js"
};
static const unsigned char file_84[] = {
#embed "../../ThrumStudio/Page/transport-bar.js"
};
static const unsigned char file_85[] = {
#embed "../../ThrumStudio/Page/transport.js"
};
static const unsigned char file_86[] = {
#embed "../../ThrumStudio/Page/vocabulary.js"
};
static const unsigned char file_87[] = {
#embed "../../ThrumStudio/Page/wav-reader.js"
};
static const unsigned char file_88[] = {
#embed "../../ThrumStudio/Page/wave-detail.js"
};

static const struct studio_file files[] = {
  {"page/analysis.js", file_0, sizeof file_0},
  {"page/announcer.js", file_1, sizeof file_1},
  {"page/ask-path.js", file_2, sizeof file_2},
  {"page/audio-output.js", file_3, sizeof file_3},
  {"page/banners.js", file_4, sizeof file_4},
  {"page/browser-player.js", file_5, sizeof file_5},
  {"page/connection-watch.js", file_6, sizeof file_6},
  {"page/control-path.js", file_7, sizeof file_7},
  {"page/device-player.js", file_8, sizeof file_8},
  {"page/document.js", file_9, sizeof file_9},
  {"page/dom.js", file_10, sizeof file_10},
  {"page/downloads.js", file_11, sizeof file_11},
  {"page/drafts.js", file_12, sizeof file_12},
  {"page/draw-axes.js", file_13, sizeof file_13},
  {"page/draw-controls.js", file_14, sizeof file_14},
  {"page/draw-findings.js", file_15, sizeof file_15},
  {"page/draw-haptics.js", file_16, sizeof file_16},
  {"page/draw-sound.js", file_17, sizeof file_17},
  {"page/drawing.js", file_18, sizeof file_18},
  {"page/dropped-sounds.js", file_19, sizeof file_19},
  {"page/dropping.js", file_20, sizeof file_20},
  {"page/editor-actions.js", file_21, sizeof file_21},
  {"page/edits.js", file_22, sizeof file_22},
  {"page/emitter.js", file_23, sizeof file_23},
  {"page/engine-panel.js", file_24, sizeof file_24},
  {"page/envelope.js", file_25, sizeof file_25},
  {"page/event-table.js", file_26, sizeof file_26},
  {"page/file-kind.js", file_27, sizeof file_27},
  {"page/files-panel.js", file_28, sizeof file_28},
  {"page/files.js", file_29, sizeof file_29},
  {"page/findings-list.js", file_30, sizeof file_30},
  {"page/group-edits.js", file_31, sizeof file_31},
  {"page/group-rows.js", file_32, sizeof file_32},
  {"page/groups.js", file_33, sizeof file_33},
  {"page/history-list.js", file_34, sizeof file_34},
  {"page/history.js", file_35, sizeof file_35},
  {"page/hit-test.js", file_36, sizeof file_36},
  {"page/icon.svg", file_37, sizeof file_37},
  {"page/icons.js", file_38, sizeof file_38},
  {"page/index.html", file_39, sizeof file_39},
  {"page/inspector.js", file_40, sizeof file_40},
  {"page/json-reader.js", file_41, sizeof file_41},
  {"page/keys.js", file_42, sizeof file_42},
  {"page/latency.js", file_43, sizeof file_43},
  {"page/legend.js", file_44, sizeof file_44},
  {"page/lines.js", file_45, sizeof file_45},
  {"page/live-connection.js", file_46, sizeof file_46},
  {"page/live-sound.js", file_47, sizeof file_47},
  {"page/live-worklet.js", file_48, sizeof file_48},
  {"page/long-work.js", file_49, sizeof file_49},
  {"page/loudness.js", file_50, sizeof file_50},
  {"page/main.js", file_51, sizeof file_51},
  {"page/marker-list.js", file_52, sizeof file_52},
  {"page/meter-view.js", file_53, sizeof file_53},
  {"page/narrow.css", file_54, sizeof file_54},
  {"page/number-field.js", file_55, sizeof file_55},
  {"page/number-reader.js", file_56, sizeof file_56},
  {"page/overview.js", file_57, sizeof file_57},
  {"page/palette.js", file_58, sizeof file_58},
  {"page/panels.css", file_59, sizeof file_59},
  {"page/panels.js", file_60, sizeof file_60},
  {"page/pattern.js", file_61, sizeof file_61},
  {"page/pointer-focus.js", file_62, sizeof file_62},
  {"page/recorded.js", file_63, sizeof file_63},
  {"page/recorder.js", file_64, sizeof file_64},
  {"page/scene.js", file_65, sizeof file_65},
  {"page/server.js", file_66, sizeof file_66},
  {"page/settings.js", file_67, sizeof file_67},
  {"page/shortcuts.js", file_68, sizeof file_68},
  {"page/simplify.js", file_69, sizeof file_69},
  {"page/snapping.js", file_70, sizeof file_70},
  {"page/soundtrack.js", file_71, sizeof file_71},
  {"page/splice.js", file_72, sizeof file_72},
  {"page/studio.js", file_73, sizeof file_73},
  {"page/style.css", file_74, sizeof file_74},
  {"page/tabs.js", file_75, sizeof file_75},
  {"page/tempo.js", file_76, sizeof file_76},
  {"page/text-view.js", file_77, sizeof file_77},
  {"page/theme.js", file_78, sizeof file_78},
  {"page/time-scale.js", file_79, sizeof file_79},
  {"page/timeline-pointer.js", file_80, sizeof file_80},
  {"page/timeline.js", file_81, sizeof file_81},
  {"page/tools.js", file_82, sizeof file_82},
  {"page/top-bar.js", file_83, sizeof file_83},
  {"page/transport-bar.js", file_84, sizeof file_84},
  {"page/transport.js", file_85, sizeof file_85},
  {"page/vocabulary.js", file_86, sizeof file_86},
  {"page/wav-reader.js", file_87, sizeof file_87},
  {"page/wave-detail.js", file_88, sizeof file_88},
};

const struct studio_table studio_page = {files, sizeof files / sizeof *files};
