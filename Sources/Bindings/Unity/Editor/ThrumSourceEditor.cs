using UnityEditor;
using UnityEngine;

namespace Thrum {
    /// A source's fields, with buttons to play its pattern and any error.
    [CustomEditor(typeof(ThrumSource))]
    public sealed class ThrumSourceEditor : Editor {
        string problem;

        public override void OnInspectorGUI() {
            DrawDefaultInspector();
            var source = (ThrumSource)target;
            EditorGUILayout.BeginHorizontal();
            EditorGUI.BeginDisabledGroup(source.ahap == null);
            if (GUILayout.Button("Play")) problem = Preview.Play(source.ahap.text);
            EditorGUI.EndDisabledGroup();
            if (GUILayout.Button("Stop")) Preview.Stop();
            EditorGUILayout.EndHorizontal();
            if (problem != null) EditorGUILayout.HelpBox(problem, MessageType.Error);
        }
    }
}
