/** A phrase of a pack, taken apart. */
type Pattern = {
  /** Every group of words that must be there, each with its alternatives. */
  words: readonly WordGroup[];
  slots: readonly SlotPlace[];
};

/** Alternatives of one or more words each. */
type WordGroup = { options: readonly (readonly string[])[]; optional: boolean };

/** `after` are prepositions right before the slot, where there are any: they announce it. */
type SlotPlace = { slot: string; optional: boolean; after: readonly (readonly string[])[] };

type PatternFault = { at: number; message: string };

type Piece = { kind: "word" | "open" | "close" | "bar" | "slot"; text: string; at: number };

/**
 * Reads `закрой {cover} [(в|на) {area}]`; a fault says where the phrase went wrong. Words that are no prepositions do not
 * announce a slot; a check of the shape need not know which are.
 */
export function parsePattern(phrase: string, isPreposition = (_word: string): boolean => true): Pattern | PatternFault {
  const pieces = piecesOf(phrase);
  const words: WordGroup[] = [];
  const slots: SlotPlace[] = [];
  let optional = false;
  let pending: readonly (readonly string[])[] = [];
  const flush = () => {
    if (pending.length > 0) words.push({ options: pending, optional });
    pending = [];
  };
  for (let i = 0; i < pieces.length; i += 1) {
    const piece = pieces[i];
    if (piece === undefined) break;
    const { kind, text, at } = piece;
    if (kind === "word") {
      flush();
      pending = [[text]];
    } else if (kind === "slot") {
      if (text === "") return { at, message: "a slot needs a name: {name}" };
      const announced = pending.every((option) => option.every((word) => isPreposition(word)));
      if (!announced) flush();
      slots.push({ slot: text, optional, after: pending });
      pending = [];
    } else if (text === "(") {
      const group = alternatives(pieces, i + 1);
      if ("message" in group) return group;
      flush();
      pending = group.options;
      i = group.next - 1;
    } else if (text === "[" && !optional) {
      flush();
      optional = true;
    } else if (text === "]" && optional) {
      flush();
      optional = false;
    } else return { at, message: `"${text}" has no partner here` };
  }
  flush();
  if (optional) return { at: phrase.length, message: 'a "[" is not closed' };
  if (words.every((group) => group.optional) && slots.every((place) => place.optional))
    return { at: 0, message: "everything in the phrase is optional" };
  return { words, slots };
}

function alternatives(pieces: readonly Piece[], from: number): { options: string[][]; next: number } | PatternFault {
  const options: string[][] = [[]];
  for (let i = from; i < pieces.length; i += 1) {
    const piece = pieces[i];
    if (piece === undefined) break;
    if (piece.text === ")") {
      const said = options.filter((option) => option.length > 0);
      return said.length > 0 ? { options: said, next: i + 1 } : { at: piece.at, message: "empty brackets" };
    }
    if (piece.kind === "bar") options.push([]);
    else if (piece.kind === "word") options.at(-1)?.push(piece.text);
    else return { at: piece.at, message: "only words may stand in ( | )" };
  }
  return { at: pieces[from - 1]?.at ?? 0, message: 'a "(" is not closed' };
}

function piecesOf(phrase: string): Piece[] {
  const pieces: Piece[] = [];
  for (const match of phrase.matchAll(/\{([a-z0-9_]*)\}|[[(]|[\])]|\||[^\s()[\]{}|]+|[{}]/g)) {
    const [text, slot] = match;
    const kind = slot === undefined ? kindOf(text) : "slot";
    pieces.push({ kind, text: slot ?? text, at: match.index });
  }
  return pieces;
}

function kindOf(text: string): Piece["kind"] {
  if (text === "[" || text === "(") return "open";
  if (text === "]" || text === ")" || text === "{" || text === "}") return "close";
  return text === "|" ? "bar" : "word";
}
