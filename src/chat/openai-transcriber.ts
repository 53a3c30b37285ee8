import { z } from "zod";
import type { Transcriber, Transcript } from "./transcriber.ts";

type OpenAiTranscriberParts = {
  /** Up to and without `/audio/transcriptions`. */
  baseUrl: string;
  model: string;
  key?: string;
  /** Two letters, if all speakers use one language. */
  language?: string;
  fetch?: typeof fetch;
};

/** Answers of different servers: with segments, with tokens, or with the text alone. */
const Answered = z.object({
  text: z.string(),
  segments: z
    .array(
      z.object({ start: z.number(), end: z.number(), avg_logprob: z.number(), no_speech_prob: z.number().default(0) }),
    )
    .optional(),
  logprobs: z.array(z.object({ logprob: z.number() })).optional(),
});

/** Any server with OpenAI's `/audio/transcriptions`: OpenAI itself, whisper.cpp, faster-whisper, vLLM. */
export function createOpenAiTranscriber(deps: OpenAiTranscriberParts): Transcriber {
  const url = `${deps.baseUrl.replace(/\/+$/, "")}/audio/transcriptions`;
  const headers = deps.key === undefined ? {} : { authorization: `Bearer ${deps.key}` };
  return {
    async transcribe({ bytes, name, type, signal }) {
      const form = new FormData();
      form.set("file", new Blob([bytes], { type }), name);
      form.set("model", deps.model);
      form.set("response_format", "verbose_json");
      if (deps.language !== undefined) form.set("language", deps.language);
      const response = await (deps.fetch ?? fetch)(url, { method: "POST", headers, body: form, signal });
      if (!response.ok) throw new Error(`the transcriber answered with status ${response.status}`);
      return toTranscript(await response.json());
    },
  };
}

function toTranscript(answer: unknown): Transcript {
  const { text, segments = [], logprobs = [] } = Answered.parse(answer);
  return { text: text.trim(), confidence: segments.length > 0 ? ofSegments(segments) : ofTokens(logprobs) };
}

type Segment = { start: number; end: number; avg_logprob: number; no_speech_prob: number };

/** The mean probability of a token, longer segments counting more, less what may have been no speech at all. */
function ofSegments(segments: readonly Segment[]): number {
  const weights = segments.map(({ start, end }) => Math.max(end - start, 0.01));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = segments.reduce(
    (total, { avg_logprob, no_speech_prob }, at) =>
      total + Math.exp(Math.min(avg_logprob, 0)) * (1 - within(no_speech_prob)) * (weights[at] ?? 0),
    0,
  );
  return within(sum / whole);
}

function ofTokens(logprobs: readonly { logprob: number }[]): number {
  if (logprobs.length === 0) return 0;
  return within(Math.exp(logprobs.reduce((sum, { logprob }) => sum + logprob, 0) / logprobs.length));
}

function within(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
