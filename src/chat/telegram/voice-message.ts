import type { Api } from "grammy";
import type { Clock } from "../../ports/clock.ts";
import type { Transcriber, Transcript } from "../transcriber.ts";
import { within } from "./time-limit.ts";

export const maxVoiceSeconds = 120;
export const maxVoiceMegabytes = 20;
const maxVoiceBytes = maxVoiceMegabytes * 1024 * 1024;

type VoiceMessage = { file_id: string; duration: number; file_size?: number; mime_type?: string };

type VoiceDeps = {
  api: Api;
  /** `<root>/file/bot<token>`, below which files are. */
  fileRoot: string;
  transcriber: Transcriber;
  clock: Clock;
  signal: AbortSignal;
};

export function isTooLong({ duration, file_size: size = 0 }: VoiceMessage): boolean {
  return duration > maxVoiceSeconds || size > maxVoiceBytes;
}

/** Time limit for the download and the transcription; later messages of the person wait for it. */
const longestMs = maxVoiceSeconds * 1000;

/** Downloads and transcribes a voice message. The size that Telegram reports is a claim and is checked. */
export function transcribeVoiceMessage(deps: VoiceDeps, voice: VoiceMessage): Promise<Transcript | "too_long"> {
  return within({ ...deps, ms: longestMs }, async (signal) => {
    const file = await deps.api.getFile(voice.file_id);
    const response = await fetch(`${deps.fileRoot}/${file.file_path ?? ""}`, { signal });
    if (!response.ok || response.body === null)
      throw new Error(`the voice file answered with status ${response.status}`);
    const bytes = await readUpTo(response.body, maxVoiceBytes);
    if (bytes === undefined) return "too_long";
    const type = voice.mime_type ?? "audio/ogg";
    const name = `voice.${type === "audio/mpeg" ? "mp3" : "ogg"}`;
    return deps.transcriber.transcribe({ bytes, name, type, signal });
  });
}

async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
