// The parts of Unity that the package uses, so that it compiles and its component runs without Unity.
using System;
using System.Collections.Generic;

namespace UnityEngine {
    public class Object {
        public string name = "";
    }

    public class ScriptableObject : Object { }
    public class Component : Object { }
    public class MonoBehaviour : Component { }

    public class TextAsset : Object {
        public TextAsset(string text) { this.text = text; }
        public string text { get; private set; }
    }

    public static class Debug {
        public static readonly List<string> Log = new List<string>();
        public static void LogError(object message, Object context) { Log.Add("error: " + message); }
        public static void LogWarning(object message, Object context) { Log.Add("warning: " + message); }
    }

    public static class GUILayout {
        /// Label of the button that the next drawing reports as pressed.
        public static string Pressed;
        public static bool Button(string text) { return text == Pressed; }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute {
        public AddComponentMenu(string name) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute {
        public TooltipAttribute(string text) { }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class RangeAttribute : Attribute {
        public RangeAttribute(float min, float max) { }
    }
}

namespace UnityEngine.Events {
    public class UnityEvent {
        Action calls;
        public void AddListener(Action call) { calls += call; }
        public void Invoke() { if (calls != null) calls(); }
    }
}

namespace UnityEditor {
    using UnityEngine;

    public enum MessageType { None, Info, Warning, Error }

    public class Editor : ScriptableObject {
        public Object target;
        public virtual void OnInspectorGUI() { }
        public bool DrawDefaultInspector() { return false; }
    }

    public static class EditorGUI {
        public static void BeginDisabledGroup(bool disabled) { }
        public static void EndDisabledGroup() { }
    }

    public static class EditorGUILayout {
        public static string Shown;
        public static void BeginHorizontal() { }
        public static void EndHorizontal() { }
        public static void HelpBox(string text, MessageType type) { Shown = text; }
    }

    public static class AssemblyReloadEvents {
        public static event Action beforeAssemblyReload;
        public static void Reload() { if (beforeAssemblyReload != null) beforeAssemblyReload(); }
    }

    public static class EditorApplication {
        public static event Action quitting;
        public static void Quit() { if (quitting != null) quitting(); }
    }

    public static class Selection {
        public static Object activeObject;
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class InitializeOnLoadAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class CustomEditor : Attribute {
        public CustomEditor(Type type) { }
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MenuItem : Attribute {
        public MenuItem(string name, bool validates = false) { }
    }
}

namespace UnityEditor.AssetImporters {
    using UnityEngine;

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ScriptedImporterAttribute : Attribute {
        public ScriptedImporterAttribute(int version, string extension) { }
    }

    public class AssetImportContext {
        public string assetPath;
        public Object mainObject;
        public readonly List<string> Errors = new List<string>();
        public void AddObjectToAsset(string identifier, Object asset) { }
        public void SetMainObject(Object asset) { mainObject = asset; }
        public void LogImportError(string message, Object context = null) { Errors.Add(message); }
    }

    public abstract class ScriptedImporter : Object {
        public abstract void OnImportAsset(AssetImportContext context);
    }
}
