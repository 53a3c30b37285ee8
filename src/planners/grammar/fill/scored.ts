import type { Candidate } from "../../../language/spans/candidate.ts";
import type { Json } from "../../../plan/json.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import type { Sheet } from "./sheet.ts";

/** A value for a parameter, how well it fits, and the tokens it takes. */
export type ScoredValue = {
  score: number;
  value: Json;
  start: number;
  end: number;
  kind: Candidate["kind"] | "option" | "flag";
  candidate?: Candidate;
  /** Other parameters may take their part of the same words. */ shared?: boolean;
  /** It breaks a rule of the schema. */ bad?: boolean;
  /** The name of the parameter leads to it. */ named?: boolean;
  /** Where the value is in several places, each of them. */ spans?: readonly (readonly [number, number])[];
};

/** The words of a candidate as a value. */
export function scoredAs(candidate: Candidate, score: number, value: Json): ScoredValue {
  const { start, end, kind } = candidate;
  return { score, value, start, end, kind, candidate };
}

/** A value that was meant for the parameter and breaks one of its rules; it is only taken where nothing else is there. */
export const badCost = 1;

/** What scoring one parameter may look at. */
export type Scope = {
  sheet: Sheet;
  param: ParamProfile;
  /** Stems of the tool's own name and description. */
  own: ReadonlyMap<string, number>;
  /** Stems of the tool's name alone. */
  tool: ReadonlySet<string>;
  /** Terms of all parameters of the tool. */
  siblings: readonly ParamProfile[];
  /** Tokens that name options or flags; text values avoid them. */
  taken: ReadonlySet<number>;
};
