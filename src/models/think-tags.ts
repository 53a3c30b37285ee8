import type { ModelDelta } from "../ports/model.ts";

/** Separates thought from text in a stream. `end` returns what was held back. */
type ThinkSplitter = { feed(piece: string): ModelDelta[]; end(): ModelDelta[] };

const opening = /^\s*<think(?:ing)?>/;
const closing = /<\/think(?:ing)?>/;
/** The longest prefix of a tag that the next piece may complete. */
const longestTag = "</thinking>".length;

/**
 * Models served without a reasoning parser start their text with `<think>…</think>`, which is not part of the answer.
 * Later tags are text.
 */
export function createThinkSplitter(): ThinkSplitter {
  let state: "start" | "thought" | "between" | "text" = "start";
  let held = "";
  return {
    feed(piece) {
      if (state === "text") return toDeltas("text", piece);
      if (state === "between") return readText(piece);
      held += piece;
      if (state === "start") {
        const tag = opening.exec(held);
        if (tag === null) return mayOpen(held) ? [] : release("text");
        state = "thought";
        held = held.slice(tag[0].length);
      }
      return readThought();
    },
    end: () => release(state === "thought" ? "thought" : "text"),
  };

  function readThought(): ModelDelta[] {
    const tag = closing.exec(held);
    if (tag === null) {
      const sure = held.slice(0, Math.max(0, held.length - longestTag));
      held = held.slice(sure.length);
      return toDeltas("thought", sure);
    }
    const thought = held.slice(0, tag.index);
    const rest = held.slice(tag.index + tag[0].length);
    held = "";
    state = "between";
    return [...toDeltas("thought", thought), ...readText(rest)];
  }

  /** The answer starts at its first visible character. */
  function readText(piece: string): ModelDelta[] {
    const text = piece.trimStart();
    if (text !== "") state = "text";
    return toDeltas("text", text);
  }

  function release(kind: ModelDelta["kind"]): ModelDelta[] {
    const text = held;
    held = "";
    if (kind === "text") state = "text";
    return toDeltas(kind, text);
  }
}

function mayOpen(text: string): boolean {
  const begun = text.trimStart();
  return "<think>".startsWith(begun) || "<thinking>".startsWith(begun);
}

function toDeltas(kind: ModelDelta["kind"], text: string): ModelDelta[] {
  return text === "" ? [] : [{ kind, text }];
}
