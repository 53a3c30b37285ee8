import { codeIn, codeOf } from "../../../language/words/codes.ts";
import { languages } from "../../../language/languages.ts";
import type { CodeKind } from "../../../language/language.ts";
import { wantsCode } from "../../../language/english/manifest-patterns.ts";
import { plain } from "../profile/plain.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import { text } from "../profile/schema.ts";
import type { Scope, ScoredValue } from "./scored.ts";
import { proximity } from "./sheet.ts";
import { roleBonus } from "./text-bonus.ts";

const longestName = 4;

/** What the goal calls by its name where the parameter wants a code: "Swedish kronor" for SEK, "€5" for EUR. */
export function scoreCodes(scope: Scope): ScoredValue[] {
  const { param, sheet } = scope;
  const kind = codeKind(param);
  if (kind === undefined) return [];
  const found = [...namesAt(scope, kind), ...(kind === "currency" ? amounts(scope) : [])];
  return found.flatMap(({ code, start, end }) => {
    const strict = param.options.filter((option) => option.strict);
    const value = strict.find((option) => plain(option.value).toLowerCase() === code.toLowerCase())?.value ?? code;
    if (strict.length > 0 && !strict.some((option) => option.value === value)) return [];
    const place = { kind: "name" as const, start, end, text: code, value };
    const score = 2.2 + roleBonus(scope, place) + 0.5 * proximity(sheet, param.terms, place);
    // The sign belongs to the amount as well.
    const spans = sheet.reading.tokens[start]?.kind === "word" ? {} : { spans: [] };
    return [{ score, value, start, end, kind: "identifier" as const, ...spans }];
  });
}

/** The kind of code a parameter takes: monies always go by their code, languages and countries where it says so. */
export function codeKind({ hints, schema, options, nameStems, type }: ParamProfile): CodeKind | undefined {
  if (type !== "string") return undefined;
  if (hints.currency) return "currency";
  const kind = hints.language ? "language" : nameStems.includes("countri") ? "region" : undefined;
  if (kind === undefined) return undefined;
  const strict = options.filter((option) => option.strict);
  if (strict.length > 0) return strict.every(({ value }) => /^[A-Za-z]{2}$/.test(plain(value))) ? kind : undefined;
  return wantsCode.test(text(schema["description"])) ? kind : undefined;
}

type Named = { code: string; start: number; end: number };

/** The longest names first; what is inside another is left out. */
function namesAt({ sheet: { reading } }: Scope, kind: CodeKind): Named[] {
  const found: Named[] = [];
  for (let start = 0; start < reading.tokens.length; start += 1)
    for (let end = Math.min(start + longestName, reading.tokens.length); end > start; end -= 1) {
      const words = reading.tokens.slice(start, end);
      const code = words.every(({ kind: is }) => is === "word") ? codeOf(kind, words) : undefined;
      const [word] = words;
      if (code === undefined || word === undefined) continue;
      // "all" and "top" are codes of monies too.
      if (end === start + 1 && (languages[word.lang].functionWords.has(word.lower) || isEmpty(word))) continue;
      found.push({ code, start, end });
      start = end - 1;
      break;
    }
  return found;
}

function isEmpty({ lang, stem }: { lang: keyof typeof languages; stem: string }): boolean {
  return languages[lang].hollowStems?.has(stem) === true || languages[lang].requestVerbStems.has(stem);
}

/** "€5" and "$20": the sign beside the number. */
function amounts({ sheet: { reading } }: Scope): Named[] {
  return reading.tokens.flatMap(({ text: sign }, start) => {
    const code = /^\p{Sc}$/u.test(sign) ? codeIn("currency", sign) : undefined;
    return code === undefined ? [] : [{ code, start, end: start + 1 }];
  });
}
