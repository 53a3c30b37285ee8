import { plain } from "../profile/plain.ts";
import type { Json } from "../../../plan/json.ts";
import type { Message } from "../goal.ts";
import { nameWords, stemOf } from "../profile/name-words.ts";
import type { ParamProfile } from "../profile/param-profile.ts";

/** Something known about the person or the place, from a system message. */
export type Fact = { stems: readonly string[]; value: Json };

const most = 200;
const longest = 40_000;

/** `name: value` in an object that is written as JSON or as a Python literal. */
const pair =
  /(?<=[{,]\s*)(["']?)(?<name>[\p{L}_][\p{L}\d_ -]{0,60})\1\s*:\s*(?:"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|(?<bare>[-+\w.]+))/gu;

/** Scalars of the objects in system messages, by the name they have there. */
export function readFacts(history: readonly Message[]): Fact[] {
  return history
    .filter((message) => message.role === "system")
    .flatMap(({ content }) => [...content.slice(0, longest).matchAll(pair)])
    .slice(0, most)
    .flatMap(({ groups = {} }) => {
      const { name = "", double, single, bare = "" } = groups;
      const text = (double ?? single)?.replaceAll(/\\(.)/g, "$1");
      const said = /^(?:true|false)$/i.test(bare) ? /^t/i.test(bare) : Number(bare);
      const value = text ?? (Number.isNaN(said) ? bare : said);
      return /^(?:null|none)$/i.test(bare) ? [] : [{ stems: nameWords(name).map((word) => stemOf(word)), value }];
    });
}

const filler = new Set(["user", "my", "current", "person", "prefer", "account"].map((word) => stemOf(word)));

/** The fact that has the parameter's name; the word "user" and its like do not count. */
export function factFor(facts: readonly Fact[], param: ParamProfile): Json | undefined {
  const wanted = core(param.nameStems);
  const found =
    facts.find((fact) => fact.stems.join(" ") === param.nameStems.join(" ")) ??
    facts.find((fact) => wanted.length > 0 && core(fact.stems).join(" ") === wanted.join(" "));
  return found === undefined ? undefined : fitted(param, found.value);
}

function core(stems: readonly string[]): string[] {
  return stems.filter((stem) => !filler.has(stem));
}

function fitted(param: ParamProfile, value: Json): Json | undefined {
  if (param.options.some((option) => option.strict))
    return param.options.find((option) => plain(option.value).toLowerCase() === plain(value).toLowerCase())?.value;
  if (param.type === "string" || param.type === "any") return plain(value);
  if (param.type === "number" || param.type === "integer") {
    const number = Number(value);
    return Number.isFinite(number) && (param.type === "number" || Number.isInteger(number)) ? number : undefined;
  }
  return param.type === "boolean" && typeof value === "boolean" ? value : undefined;
}
