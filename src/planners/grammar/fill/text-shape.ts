import { shortPattern } from "../../../plan/linear-pattern.ts";
import { plain } from "../profile/plain.ts";
import type { Candidate } from "../../../language/spans/candidate.ts";
import { codeIn } from "../../../language/words/codes.ts";
import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import { type Scope } from "./scored.ts";
import { introducer } from "./sheet.ts";

/** Some parameters take only things of one shape. */
export function shapeFits(scope: Scope, candidate: Candidate): boolean {
  const { hints } = scope.param;
  if ((candidate.kind === "name" || candidate.kind === "phrase") && /^(?:ids?|nos?)$/i.test(candidate.text))
    return false;
  if (hints.email) return candidate.kind === "email" || (candidate.kind === "quoted" && candidate.text.includes("@"));
  if (candidate.kind === "email") return hints.person || hints.identifier || hints.prose;
  if (hints.identifier && !hints.person && !isIdentifying(scope, candidate)) return false;
  if (hints.language) return isLanguage(candidate.text);
  if (
    /^(?:state|countri|citi)$/.test(scope.param.head) &&
    candidate.kind === "phrase" &&
    !isPlaceLike(scope, candidate)
  )
    return false;
  if (hints.unitName && !hints.currency) return isUnit(scope, candidate);
  if (hints.url || hints.address) return candidate.kind === "url" || isAddress(scope, candidate);
  if (hints.path && /\s/.test(candidate.text.trim()) && candidate.kind === "quoted")
    return /[/\\]|\.\w+$/.test(candidate.text);
  if (hints.path && (candidate.kind === "phrase" || candidate.kind === "name")) return /[./\\]/.test(candidate.text);
  if (hints.phone)
    return (
      candidate.kind === "identifier" ||
      candidate.kind === "quoted" ||
      (candidate.kind === "number" && candidate.text.length > 5)
    );
  return true;
}

/** A link has a host or a path, an IP address its digits and dots; a site may go by its name. */
function isAddress({ param }: Scope, { text, kind }: Candidate): boolean {
  if (param.hints.address) return /^[\da-f]+(?:[.:][\da-f]*){2,7}(?:\/\d+)?$/i.test(text);
  if (param.nameStems.some((stem) => /^(?:web)?(?:site?|page?)$/.test(stem)))
    return kind === "identifier" || kind === "quoted";
  return /^\S*(?:\p{L}\.\p{L}|[/:])\S*$/u.test(text);
}

/** Breaks a stated rule, or has digits where a name of a place, person or one of a few kinds is wanted. */
export function isBad(scope: Scope, candidate: Candidate): boolean {
  const { pattern, minLength, maxLength } = scope.param.schema;
  const { text } = candidate;
  if (typeof pattern === "string" && shortPattern(pattern)?.test(text) === false) return true;
  if (
    (typeof minLength === "number" && text.length < minLength) ||
    (typeof maxLength === "number" && text.length > maxLength)
  )
    return true;
  const mixed = /\p{L}/u.test(text) && /\d/.test(text) && !/\s/.test(text);
  if (!mixed || (candidate.kind !== "identifier" && candidate.kind !== "quoted")) return false;
  const kinds = scope.param.options
    .map((option) => plain(option.value).toLowerCase())
    .filter((option) => option.length > 2 && !/\d/.test(option));
  return (
    (scope.param.hints.place && !scope.param.hints.identifier) ||
    kinds.some((option) => text.toLowerCase().includes(option))
  );
}

/** An identifier has a digit, is in quotes or in capitals, or is introduced by the name of the parameter. */
function isIdentifying(scope: Scope, candidate: Candidate): boolean {
  if (candidate.kind === "identifier" || candidate.kind === "quoted" || candidate.kind === "number") return true;
  if (candidate.kind === "phrase" && candidate.end - candidate.start > 1) return false;
  if (/^(?:number|id|identifi)$/.test(scope.param.head) && !/\d/.test(candidate.text))
    return (
      /^\p{Lu}{2,}$/u.test(candidate.text) && scope.param.nameStems.includes(introducer(scope.sheet, candidate).stem)
    );
  return (
    /\d/.test(candidate.text) ||
    /^\p{Lu}{2,}$/u.test(candidate.text) ||
    scope.param.nameStems.includes(scope.sheet.reading.tokens[candidate.end]?.stem ?? "") ||
    (candidate.kind === "name" && !/\b(?:id|\w+ kei|token|password|secret)$/.test(scope.param.nameStems.join(" "))) ||
    scope.param.nameStems.includes(introducer(scope.sheet, candidate).stem)
  );
}

/** A place is written with a capital, or is behind a preposition of place. */
function isPlaceLike(scope: Scope, candidate: Candidate): boolean {
  const { tokens, marks } = scope.sheet.reading;
  if (tokens.slice(candidate.start, candidate.end).some((token) => token.capital)) return true;
  const role = marks.roles[candidate.start - 1];
  return role === "place" || role === "source" || role === "goal";
}

function isLanguage(text: string): boolean {
  return codeIn("language", text) !== undefined;
}

function isUnit(scope: Scope, candidate: Candidate): boolean {
  if (candidate.kind === "quoted") return true;
  const tokens = scope.sheet.reading.tokens.slice(candidate.start, candidate.end);
  return (
    tokens.some(({ lang, lower, text }) => languages[lang].units.has(lower) || languages[lang].units.has(text)) &&
    (scope.param.hints.end === "start" || scope.sheet.reading.tokens[candidate.start - 1]?.kind !== "number")
  );
}

/** "size 8", "a size of 8": a word that only this parameter is named by leads to the value. */
export function isNamed({ sheet, param, siblings, tool }: Scope, { start }: Candidate): boolean {
  const { tokens } = sheet.reading;
  const link = tokens[start - 1];
  const links = link !== undefined && (/^[:=]$/.test(link.text) || hasRole(link.lower, "equates"));
  const name = tokens[start - (links ? 2 : 1)];
  if (name?.kind !== "word" || tool.has(name.stem) || !param.nameStems.includes(name.stem)) return false;
  return !siblings.some((other) => other.path.at(-1) !== param.path.at(-1) && other.nameStems.includes(name.stem));
}
