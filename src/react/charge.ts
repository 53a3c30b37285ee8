import type { ModelStop } from "../ports/model.ts";
import type { RequestedCall, Thinking } from "./fact.ts";

type ReasonerStop = ModelStop | "question";

/** The output of a reasoner in one turn, before it is charged. */
export type ReasonerOutput = {
  thought: string | null;
  text: string;
  calls: readonly RequestedCall[];
  /** `question`: the text asks the user, and is no answer. */
  stop: ReasonerStop;
  /** The provider's count; absent without a model. */
  outputTokens?: number;
  dropped?: number;
};

type RemainingTokens = { reason: number; answer: number };
type ChargedTokens = Pick<Thinking, "reason" | "answer" | "over">;

/**
 * Charges the output against the remaining tokens. Turns with tool calls, and thoughts, are reasoning; the text of a
 * turn without calls is the answer. Neither count exceeds its limit: output beyond it ends the loop, and a long answer
 * is cut.
 */
export function charge(said: ReasonerOutput, left: RemainingTokens): Thinking {
  const { thought, text, calls, stop } = said;
  const total = tokensOf(said);
  const isAnswer = calls.length === 0 && text !== "";
  const thinking = isAnswer ? thoughtPart(said, total) : total;
  const spent = isAnswer ? chargeAnswer({ thinking, total, stop }, left) : chargeReason(total, stop, left);
  const kept = spent.over === "max_tokens_answer" ? cut(text, left.answer / Math.max(1, total - thinking)) : text;
  const dropped = said.dropped === undefined || said.dropped === 0 ? {} : { dropped: said.dropped };
  return { thought, text: kept, calls: [...calls], stop, ...spent, ...dropped };
}

function chargeReason(total: number, stop: ReasonerStop, left: RemainingTokens): ChargedTokens {
  const reason = Math.min(total, left.reason);
  // Tokens beyond one limit were still paid for: they are charged to the other.
  const answer = Math.min(total - reason, left.answer);
  return { reason, answer, ...((total > left.reason || stop === "length") && { over: "max_tokens_reason" }) };
}

function chargeAnswer(
  { thinking, total, stop }: { thinking: number; total: number; stop: ReasonerStop },
  left: RemainingTokens,
): ChargedTokens {
  const reason = Math.min(thinking, left.reason);
  const answer = Math.min(total - thinking, left.answer);
  if (total - thinking > left.answer || stop === "length") return { reason, answer, over: "max_tokens_answer" };
  return { reason, answer, ...(thinking > left.reason && { over: "max_tokens_reason" }) };
}

/** No tokenizer averages more bytes per token: a lower count is invalid. */
const maxBytesPerToken = 16;
const typicalBytesPerToken = 4;

function tokensOf({ outputTokens, thought, text, calls }: ReasonerOutput): number {
  if (outputTokens === undefined) return 0;
  const bytes = Buffer.byteLength(text) + (thought === null ? 0 : Buffer.byteLength(thought));
  const isCount = Number.isFinite(outputTokens) && outputTokens > 0;
  if (isCount) return Math.max(Math.ceil(outputTokens), Math.ceil(bytes / maxBytesPerToken));
  return Math.ceil((bytes + (calls.length === 0 ? 0 : JSON.stringify(calls).length)) / typicalBytesPerToken);
}

/** Approximate number of tokens of a text. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / typicalBytesPerToken);
}

function thoughtPart({ thought, text }: ReasonerOutput, total: number): number {
  if (thought === null || thought === "") return 0;
  return Math.round((total * thought.length) / (thought.length + text.length));
}

/** The start of a text, never splitting a surrogate pair. */
export function cut(text: string, part: number): string {
  if (part >= 1) return text;
  const end = Math.max(0, Math.floor(text.length * part));
  return text.slice(0, /[\uD800-\uDBFF]$/.test(text.slice(0, end)) ? end - 1 : end);
}
