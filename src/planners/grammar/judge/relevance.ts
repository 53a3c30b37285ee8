import { logistic, score } from "../rules.ts";
import type { Evidence } from "./evidence.ts";

/** Below this no tool fits. */
export const relevantFrom = 0.42;

/** How likely it is that the goal is one for this tool, by words alone. */
export function relevance(evidence: Evidence, without?: string): number {
  const { name, description, explained } = evidence;
  return logistic(
    score(
      {
        "relevant.bias": 1,
        "relevant.unnamed": name === 0 ? 1 : 0,
        "relevant.name": name,
        "relevant.description": description,
        "relevant.explained": explained,
      },
      without,
    ),
  );
}

/** Below this a plan that could be filled is still no answer to the goal. */
export const fittingFrom = 0.53;

/** The same for a whole call, with what its values are: words in common are chance, a value that is spelt out is none. */
export function fitting(evidence: Evidence, without?: string): number {
  const { name, description, explained, focus, definite, exact, act } = evidence;
  return logistic(
    score(
      {
        "fitting.bias": 1,
        "fitting.name": name,
        "fitting.description": description,
        "fitting.explained": explained,
        "fitting.focus": focus,
        "fitting.beside": focus < 0.3 ? 1 : 0,
        "fitting.definite": definite,
        "fitting.exact": exact,
        "fitting.act": act,
      },
      without,
    ),
  );
}
