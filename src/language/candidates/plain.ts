import type { Candidate } from "../candidate.ts";
import type { Source } from "./source.ts";

/** Candidates that are one token already: quotations, mail addresses, links, identifiers. */
export function findPlain(source: Source): Candidate[] {
  return source.tokens.flatMap((token, start): Candidate[] => {
    const place = { start, end: start + 1 };
    switch (token.kind) {
      case "quoted": {
        if (source.tokens[start + 1]?.text === ":" && source.tokens[start + 2]?.kind === "quoted") return [];
        const inner = token.text.slice(1, -1).trim();
        return [{ kind: "quoted", ...place, text: inner, value: inner }];
      }
      case "email":
      case "url":
      case "identifier":
        return [{ kind: token.kind, ...place, text: token.text, value: token.text }];
      case "number": {
        const sign = source.tokens[start - 1];
        const phone = sign?.text === "+" && token.glued && token.text.length > 6;
        return phone ? [{ kind: "identifier", start: start - 1, end: start + 1, text: `+${token.text}`, value: `+${token.text}` }] : [];
      }
      case "word":
      case "time":
      case "punctuation":
      case "symbol":
        return [];
      default:
        return token.kind satisfies never;
    }
  });
}
