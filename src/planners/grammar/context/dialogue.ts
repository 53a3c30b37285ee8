import { mentions } from "../../../language/words/roles.ts";
import type { Message } from "../goal.ts";

const longest = 6_000;

/** What the person said before and still holds: the request this turn answers a question about, or else earlier talk. */
type Dialogue = {
  /** Earlier words that belong to this request. */
  request: string;
  /** Earlier words that may lend a missing value. */
  past: string;
};

/** A turn after a question of the assistant completes the turns before it; after a result it is alone. */
export function readDialogue(history: readonly Message[]): Dialogue {
  const request: string[] = [];
  let at = history.length - 1;
  while (at >= 0) {
    const message = history[at];
    if (message === undefined) break;
    if (message.role === "assistant" && !asks(message.content)) break;
    if (message.role === "user") request.unshift(sentence(message.content));
    at -= 1;
  }
  const past = history
    .slice(0, at + 1)
    .flatMap((message) => (message.role === "user" ? [sentence(message.content)] : []));
  return { request: request.join(" ").slice(-longest), past: past.join(" ").slice(-longest) };
}

function asks(text: string): boolean {
  const result = /^\s*\[?\w+\(/.test(text);
  return !result && (/\?/.test(text) || mentions(text, "asks back"));
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
