/** A recording, small enough to be held whole. */
type Recording = { bytes: Uint8Array<ArrayBuffer>; name: string; type: string; signal: AbortSignal };

export type Transcript = {
  text: string;
  /** From 0 to 1; 0 if the recogniser reports none, so that a person is asked. */
  confidence: number;
};

/** Speech to text. Throws if there is no transcript. */
export interface Transcriber {
  transcribe(recording: Recording): Promise<Transcript>;
}
