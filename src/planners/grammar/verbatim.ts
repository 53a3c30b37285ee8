import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { JsonSchema, ToolSpec } from "../../plan/tool-spec.ts";
import { languages } from "../../language/languages.ts";
import type { Token } from "../../language/words/token.ts";
import { tokenize } from "../../language/words/tokenize.ts";
import { callId } from "./build-call.ts";
import type { GoalInput, GrammarOutcome } from "./goal.ts";
import { propertiesOf } from "./profile/schema.ts";

/** As with other goals that name their tool and leave no word over. */
const confidence = 0.9;

/**
 * A tool that bears the verb itself as its name and takes one free text gets the rest of the sentence as it was typed: in
 * "echo hello" even a greeting is what is meant. A verb the language knows is read by the grammar, and so is more than one
 * request; there the answer is undefined.
 */
export function planVerbatim({ goal, toolbox }: GoalInput): GrammarOutcome | undefined {
  const tokens = tokenize(goal);
  const [verb, first] = tokens;
  const last = tokens.at(-1);
  if (verb?.kind !== "word" || first === undefined || last === undefined || first.glued) return undefined;
  const told = tellersOf(toolbox).get(verb.lower);
  if (told === undefined || tokens.some((token, at) => at > 0 && mayPart(token, tokens[at + 1]))) return undefined;
  const { tool, param } = told;
  const words = goal.slice(first.from, last.to);
  const text = first === last && first.kind === "quoted" ? words.slice(1, -1) : words;
  const call = callId(0);
  return {
    kind: "plan",
    calls: [{ id: call, tool, args: { [param]: text }, dependsOn: [] }],
    confidence,
    reasons: [
      { call, tool, from: verb.from, to: verb.to, words: verb.text },
      { call, tool, param, from: first.from, to: last.to, words },
    ],
  };
}

/** Whether another request may begin here. */
function mayPart({ kind, text, lang, lower }: Token, next: Token | undefined): boolean {
  if (next === undefined) return false;
  if (kind === "punctuation") return /^[.;:!?…]+$/.test(text);
  const { connectors, conjunctions } = languages[lang];
  return connectors.has(lower) || (conjunctions.has(lower) && isRequestVerb(next));
}

function isRequestVerb({ lang, stem }: Pick<Token, "lang" | "stem">): boolean {
  return languages[lang].requestVerbStems.has(stem);
}

type Teller = { tool: string; param: string };

/** The tools of this kind by their verb; the same toolbox comes again and again. */
const tellersOf = memoizeByIdentity((toolbox: readonly ToolSpec[]): ReadonlyMap<string, Teller> => {
  const tellers = new Map<string, Teller>();
  for (const { name, inputSchema } of toolbox) {
    const verb = name.toLowerCase().replace(/[_.-]tool$/, "");
    const param = freeText(inputSchema);
    const isOwn = /^[a-z]+$/.test(verb) && !isRequestVerb({ lang: "en", stem: languages.en.stem(verb) });
    if (param !== undefined && isOwn && !tellers.has(verb)) tellers.set(verb, { tool: name, param });
  }
  return tellers;
});

/** The name of the one parameter, where it is text and nothing more is said about it. */
function freeText(schema: JsonSchema): string | undefined {
  const [only, ...others] = Object.entries(propertiesOf(schema));
  if (only === undefined || others.length > 0 || !isJsonObject(only[1]) || only[1]["type"] !== "string")
    return undefined;
  return ["enum", "const", "format", "pattern"].some((word) => word in Object(only[1])) ? undefined : only[0];
}
