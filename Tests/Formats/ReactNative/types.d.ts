// What the checked files use of react-native-haptic-feedback 3.0.0, written from its published declarations.
declare module "react-native-haptic-feedback" {
  type Parameters = { ParameterID: string; ParameterValue: number }[];
  type AtTime<Type extends string, More> = { Event: { EventType: Type; Time: number; EventParameters: Parameters } & More };
  export interface HapticEvent {
    time: number;
    type?: "transient" | "continuous";
    duration?: number;
    intensity?: number;
    sharpness?: number;
  }
  export interface AhapType {
    Version?: 1.0;
    Metadata?: { Project?: string; Created?: string; Description?: string };
    Pattern: (
      | AtTime<"HapticTransient", {}>
      | AtTime<"HapticContinuous", { EventDuration: number }>
      | AtTime<"AudioCustom", { EventWaveformPath: string }>
      | {
          ParameterCurve: {
            ParameterID: string;
            Time: number;
            ParameterCurveControlPoints: { Time: number; ParameterValue: number }[];
          };
        }
    )[];
  }
  export function playHaptic(ahapFile: string, fallback: HapticEvent[]): Promise<void>;
}
