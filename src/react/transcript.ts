import type { Observation } from "../contracts/react/trace.ts";
import type { ModelMessage } from "../ports/model.ts";
import { estimateTokens } from "./charge.ts";
import type { LoopState, Turn } from "./loop-state.ts";
import { goalText, statusNote, systemPrompt } from "./prompt.ts";

export type Transcript = { messages: ModelMessage[]; dropped: number };

/**
 * The conversation as the model is shown it, within `roomTokens`. Where it is too long the oldest observations go first,
 * then the oldest of what was said before; a marker stands in the place of each. Undefined where even that is too long.
 */
export function toTranscript(state: LoopState, roomTokens: number, format: boolean): Transcript | undefined {
  const messages = allMessages(state, format, roomTokens);
  const sizes = messages.map(sizeOf);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  let dropped = 0;
  for (const [at, message] of messages.entries()) {
    if (total <= roomTokens) break;
    if (message.role !== "tool") continue;
    messages[at] = { ...message, content: marker(message.content.length) };
    total -= (sizes[at] ?? 0) - sizeOf(messages[at]);
    dropped += 1;
  }
  const earlier = state.earlier.length + state.request.context.conversation_history.length;
  if (total > roomTokens) total -= dropEarlier(messages, sizes.slice(1, 1 + earlier), total - roomTokens);
  return total > roomTokens ? undefined : { messages, dropped };
}

/** Leaves out what was said before the goal, from the oldest on; answers with the tokens that are gone. */
function dropEarlier(messages: ModelMessage[], earlier: readonly number[], excess: number): number {
  let gone = 0;
  let count = 0;
  for (const size of earlier) {
    if (gone > excess) break;
    gone += size;
    count += 1;
  }
  if (count === 0) return 0;
  const note: ModelMessage = { role: "system", content: `[${count} earlier messages left out for want of room]` };
  messages.splice(1, count, note);
  return gone - sizeOf(note);
}

function marker(characters: number): string {
  return `[this observation of ${characters} characters was left out for want of room; call the tool again if you need it]`;
}

function allMessages(state: LoopState, format: boolean, roomTokens: number): ModelMessage[] {
  const last = statusNote(state, format);
  return [
    { role: "system", content: systemPrompt(state) },
    ...earlierMessages(state),
    { role: "user", content: goalText(state) },
    ...state.turns.flatMap((turn, at) => turnMessages(turn, at, roomTokens)),
    ...(last === undefined ? [] : [{ role: "user", content: last } as const]),
  ];
}

/** What the system says stands before all else, wherever it was said: most providers take it nowhere else. */
function earlierMessages({ earlier, request }: LoopState): ModelMessage[] {
  const said = [...earlier, ...request.context.conversation_history.map(({ role, content }) => ({ role, content }))];
  return said.toSorted((a, b) => Number(b.role === "system") - Number(a.role === "system"));
}

function turnMessages({ thinking, calls }: Turn, turn: number, roomTokens: number): ModelMessage[] {
  if (calls.length === 0) return [{ role: "assistant", content: thinking.text }];
  const asked = calls.map(({ tool: name, input: args }, at) => ({ id: callId(turn, at), name, args }));
  return [
    { role: "assistant", content: thinking.text, calls: asked },
    ...calls.map(({ tool: name, observation }, at): ModelMessage => {
      return { role: "tool", callId: callId(turn, at), name, content: observationText(observation, roomTokens) };
    }),
  ];
}

function callId(turn: number, call: number): string {
  return `t${turn}c${call}`;
}

const texts = new WeakMap<Observation, string>();

/** One observation takes a quarter of the room at most; the trace has it whole. */
function observationText(observation: Observation | undefined, roomTokens: number): string {
  if (observation === undefined) return "";
  const text =
    texts.get(observation) ?? JSON.stringify(observation.ok ? observation.output : { error: observation.error });
  texts.set(observation, text);
  return text.length <= roomTokens ? text : `${text.slice(0, roomTokens)}… [cut: ${text.length} characters in all]`;
}

function sizeOf(message: ModelMessage): number {
  const calls = message.role === "assistant" && message.calls !== undefined ? JSON.stringify(message.calls) : "";
  return estimateTokens(message.content) + Math.ceil(calls.length / 4) + perMessage;
}

/** What a provider's format adds to each message, about. */
const perMessage = 4;
