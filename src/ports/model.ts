import type { Json, JsonObject } from "../plan/json.ts";
import type { TokenUsage } from "./planner.ts";

/** A tool as presented to a model. Adapters respell names where a provider is strict. */
export type ModelTool = { name: string; description: string; inputSchema: JsonObject };

/** A tool call requested by a model. The caller validates name and arguments. */
export type ToolCall = { id: string; name: string; args: Json };

/** The conversation so far. `tool` answers the call with the same id. */
export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls?: readonly ToolCall[] }
  | { role: "tool"; callId: string; name: string; content: string };

export type ModelRequest = {
  /** `provider/model`, as the price table and the configuration name it. */
  model: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** The answer must be one JSON value of this schema; uses the provider's own feature where available. */
  schema?: { name: string; schema: JsonObject };
  maxOutputTokens: number;
  /** 0 by default. */
  temperature?: number;
};

/** Why the model stopped. `length`: the token limit cut it off. */
export type ModelStop = "end" | "calls" | "length" | "filtered" | "other";

export type ModelAnswer = {
  text: string;
  /** Reasoning, where the provider returns it separately. */
  thought?: string;
  calls: readonly ToolCall[];
  stop: ModelStop;
  usage: TokenUsage;
};

/**
 * Why there is no answer. Nothing of a failed call is charged unless `usage` says so.
 *
 * - `rate_limited`, `overloaded`, `unreachable`: may succeed later
 * - `timeout`, `aborted`: the signal, or the adapter's own limit
 * - `context_too_long`, `refused`, `unauthorised`, `unknown_model`, `bad_request`: the same call will fail again
 * - `bad_answer`: the response is not in the provider's format, or is too large
 * - `budget`: there is no money left; the call was not made
 * - `no_recording`: a cassette is played and has no such call
 */
export const modelFailures = [
  "rate_limited",
  "overloaded",
  "unreachable",
  "timeout",
  "aborted",
  "context_too_long",
  "refused",
  "unauthorised",
  "unknown_model",
  "bad_request",
  "bad_answer",
  "budget",
  "no_recording",
] as const;
export type ModelFailureCode = (typeof modelFailures)[number];

export type ModelFailure = {
  code: ModelFailureCode;
  message: string;
  retryable: boolean;
  retryAfterMs?: number;
  usage?: TokenUsage;
};

export type ModelResult = { ok: true; answer: ModelAnswer } | { ok: false; failure: ModelFailure };

/** A part of a streamed answer; the result is complete regardless. */
export type ModelDelta = { kind: "text" | "thought"; text: string };

export type ModelCall = {
  signal: AbortSignal;
  onDelta?: (delta: ModelDelta) => void;
  /** The budgets the call is charged to. */
  account?: { tenant: string; agent?: string; run?: string };
  /** Record no content in spans, even if the operator opted in. */
  unlogged?: boolean;
};

/** A language model. Never throws and never rejects. */
export interface Model {
  call(request: ModelRequest, call: ModelCall): Promise<ModelResult>;
}
