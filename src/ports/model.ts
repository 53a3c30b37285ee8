import type { JsonObject } from "../plan/json.ts";
import type { JsonSchema, ToolSpec } from "../plan/tool-spec.ts";

/** A call the model asks for. Its name and arguments are claims until they are checked. */
export type ToolCall = { id: string; name: string; args: JsonObject };

export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; toolCalls: readonly ToolCall[] }
  | { role: "tool"; callId: string; name: string; content: string };

/** One question to a model. Everything that decides the answer is in here, so that a cassette can be found by its hash. */
export type ModelRequest = {
  messages: readonly ModelMessage[];
  /** Tools the model may ask for; none by default. */
  tools?: readonly ToolSpec[];
  /** The answer must be JSON of this shape; used natively where the provider can. */
  schema?: { name: string; schema: JsonSchema };
  maxTokens: number;
  temperature: number;
};

/** Tokens as the provider counted them. */
export type ModelUsage = { inputTokens: number; outputTokens: number };

export type ModelAnswer = {
  text: string;
  toolCalls: readonly ToolCall[];
  usage: ModelUsage;
  /** `length`: cut off by `maxTokens`. */
  stop: "end" | "length" | "tool_calls";
};

export type ModelFailure =
  | "rate_limited"
  | "unavailable"
  | "timeout"
  | "cancelled"
  | "context_too_long"
  | "refused"
  | "invalid_answer"
  | "unauthorized";

/** Why there is no answer. */
export class ModelError extends Error {
  override name = "ModelError";
  readonly code: ModelFailure;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ModelFailure,
    message: string,
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export type ModelCallOptions = {
  signal: AbortSignal;
  /** Text as it comes, where somebody watches. */
  onText?: (delta: string) => void;
};

/** A language model. What it says is untrusted. */
export interface Model {
  /** `provider:model`, as prices and cassettes know it. */
  readonly id: string;
  /** Tokens its window holds; undefined when nobody said. */
  readonly contextTokens?: number;
  /** Rejects with `ModelError` and with nothing else. */
  call(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>;
}
