using System.IO;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Thrum {
    /// Imports .ahap files as text assets.
    [ScriptedImporter(1, "ahap")]
    public sealed class AhapImporter : ScriptedImporter {
        public override void OnImportAsset(AssetImportContext context) {
            var text = new TextAsset(File.ReadAllText(context.assetPath));
            context.AddObjectToAsset("text", text);
            context.SetMainObject(text);
            if (!Library.IsAvailable) return;
            try {
                using (Pattern.FromAhap(text.text)) { }
            } catch (ThrumException problem) {
                context.LogImportError(problem.Message, text);
            }
        }
    }
}
