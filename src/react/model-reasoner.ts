import { compact } from "../plan/compact.ts";
import { memoizeByIdentity } from "../plan/bounded-cache.ts";
import type { Model, ModelAnswer, ModelCall, ModelFailure, ModelRequest } from "../ports/model.ts";
import { estimateTokens, type ReasonerOutput } from "./charge.ts";
import { leftOf, type LoopState } from "./loop-state.ts";
import type { Reasoner, ThinkCall, ThinkResult } from "./reasoner.ts";
import { stopError, stopOf } from "./stop.ts";
import { toModelTool, type ToolTable } from "./tool-table.ts";
import { toTranscript } from "./transcript.ts";

export type ModelReasonerParts = {
  model: Model;
  /** `provider/model`. */
  name: string;
  /** The model's context window. */
  contextTokens?: number;
};

/** The context window of a model whose configuration names none. */
export const defaultWindow = 32_000;

/** How often to retry with a smaller window or after an invalid answer. */
const maxRetries = 2;

/** Reasons with a model. Retries of transient failures are the model's own. */
export function createModelReasoner({ model, name, contextTokens = defaultWindow }: ModelReasonerParts): Reasoner {
  return {
    name,
    async think(state, call) {
      let windowTokens = contextTokens;
      for (let retry = 0; ; retry += 1) {
        const asked = toRequest(name, state, { windowTokens, format: call.format });
        if (asked === undefined) return { ok: false, error: stopError("context_too_long") };
        const result = await model.call(asked.request, toCall(state, call));
        if (result.ok) return { ok: true, said: toReasonerOutput(result.answer, asked.dropped) };
        const { code } = result.failure;
        if (code === "context_too_long") windowTokens = Math.floor(windowTokens * 0.6);
        else if (code !== "bad_answer") return failed(result.failure);
        if (retry === maxRetries || call.signal.aborted) return failed(result.failure);
      }
    },
  };
}

type WindowOptions = { windowTokens: number; format: boolean };
type PreparedRequest = { request: ModelRequest; dropped: number };

const noTools = { tools: [], toolTokens: 0 };

/** The same in each turn of a run. */
const toModelTools = memoizeByIdentity((table: ToolTable) => {
  const tools = [...table.values()].map(toModelTool);
  return tools.length === 0 ? noTools : { tools, toolTokens: estimateTokens(JSON.stringify(tools)) };
});

function toRequest(
  model: string,
  state: LoopState,
  { windowTokens, format }: WindowOptions,
): PreparedRequest | undefined {
  const left = leftOf(state);
  const { tools, toolTokens } = format ? noTools : toModelTools(state.tools);
  // A turn may become either: the cap is the larger limit, and the charge is computed afterwards.
  const maxOutputTokens = Math.max(1, format ? left.answer : Math.max(left.reason, left.answer));
  const roomTokens = windowTokens - toolTokens - Math.min(maxOutputTokens, Math.floor(windowTokens / 4));
  const transcript = toTranscript(state, roomTokens, format);
  if (transcript === undefined) return undefined;
  const schema = state.request.preferences.answer_schema;
  const request: ModelRequest = {
    model,
    messages: transcript.messages,
    maxOutputTokens,
    temperature: 0,
    ...(tools.length > 0 && { tools }),
    ...(format && typeof schema === "object" && { schema: { name: "answer", schema } }),
  };
  return { request, dropped: transcript.dropped };
}

function toCall({ requestId, tenant, request }: LoopState, { signal, onDelta }: ThinkCall): ModelCall {
  const agent = request.goal.metadata["agent_id"];
  const account = { tenant, run: requestId, ...(typeof agent === "string" && { agent }) };
  const unlogged = !request.preferences.allow_internal_thought_logging;
  return { signal, account, unlogged, ...compact({ onDelta }) };
}

/** Some models put reasoning between these tags; it is not part of the answer. */
const thinkTags = /^\s*<think(?:ing)?>([\s\S]*?)(?:<\/think(?:ing)?>|$)\s*/i;

function toReasonerOutput(answer: ModelAnswer, dropped: number): ReasonerOutput {
  const aloud = thinkTags.exec(answer.text);
  const thoughts = [answer.thought, aloud?.[1]?.trim()].filter((text) => text !== undefined && text !== "");
  const text = aloud === null ? answer.text : answer.text.slice(aloud[0].length);
  return {
    thought: thoughts.length === 0 ? null : thoughts.join("\n"),
    text,
    calls: answer.calls.map(({ name, args }) => ({ name, args })),
    stop: answer.stop === "end" && answer.calls.length === 0 && onlyAsks(text) ? "question" : answer.stop,
    outputTokens: answer.usage.outputTokens,
    dropped,
  };
}

/** Whether each sentence is a question: nothing is answered. An answer that ends with an offer is one. */
function onlyAsks(text: string): boolean {
  const withoutMarks = text.replaceAll(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/gm, "");
  const sentences = withoutMarks.split(/(?<=[.!?…。？])\s+|\n/u).filter((sentence) => sentence.trim() !== "");
  return sentences.length > 0 && sentences.every((sentence) => /[?？]["'»”)*_]*\s*$/u.test(sentence));
}

function failed({ code, message }: Pick<ModelFailure, "code" | "message">): ThinkResult {
  return { ok: false, error: { code: stopOf(code), message } };
}
