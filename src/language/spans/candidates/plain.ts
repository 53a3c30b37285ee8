import type { Candidate } from "../candidate.ts";
import { languages } from "../../languages.ts";
import type { Token } from "../../words/token.ts";
import { asWritten, type Source, textOf } from "./source.ts";

/** "2022/AL2562", "XYZ@4321", "3D", "098-293": letters and digits written together, in capitals or with a sign inside. */
export function findCodes(source: Source): Candidate[] {
  const found: Candidate[] = [];
  for (let start = 0; start < source.tokens.length; start += 1) {
    let end = start + 1;
    while (source.tokens[end]?.glued === true && inCode(source.tokens[end])) end += 1;
    while (end > start + 1 && !/[\p{L}\p{N}]$/u.test(source.tokens[end - 1]?.text ?? "")) end -= 1;
    const text = end - start > 1 && end - start < 10 ? textOf(source, start, end) : "";
    const measured =
      source.tokens[start]?.kind === "number" && languages.en.units.has(source.tokens[start + 1]?.text ?? "");
    const mixed = /\p{L}/u.test(text) && /\p{N}/u.test(text) && /\p{Lu}|[@#/]/u.test(text);
    const path = /\p{L}\/\p{L}/u.test(text) && /\p{Ll}\p{Lu}|[-_.]|\p{Lu}\p{Ll}+\/\p{Ll}/u.test(text);
    if (
      (!measured && (path || (mixed && !/^\d+(?:[ap]m|-\p{Ll}+)$/iu.test(text)))) ||
      /^\d{3,}(?:-\d{3,})+$/.test(text)
    ) {
      found.push(asWritten(source, "identifier", { start, end }));
      start = end - 1;
    }
  }
  return found;
}

function inCode(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.kind === "number" || token.kind === "word" || token.kind === "identifier" || /^[-@#/_$&]$/.test(token.text))
  );
}

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
        return [asWritten(source, token.kind, place)];
      case "number": {
        const sign = source.tokens[start - 1];
        const phone = sign?.text === "+" && token.glued && token.text.length > 6;
        return phone
          ? [{ kind: "identifier", start: start - 1, end: start + 1, text: `+${token.text}`, value: `+${token.text}` }]
          : [];
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
