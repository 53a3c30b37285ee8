import type { Issue } from "../issue.ts";
import { createIssue, maxRuleIssues } from "../create-issue.ts";
import { honestEffects, honestIntent } from "./claims.ts";
import { createContext, type Rule, type ValidationOptions } from "./context.ts";
import { boundedIterations, decidableConditions, knownFallbacks } from "./control.ts";
import {
  earlierDependencies,
  knownDependencies,
  noCycles,
  noDuplicateDependencies,
  noSelfDependencies,
} from "./dependencies.ts";
import { carriedFeatures } from "./features.ts";
import { requestedStepCount, uniqueResultKeys, uniqueStepIds } from "./ids.ts";
import {
  knownReferences,
  referencePaths,
  referencesToDependencies,
  referenceTypesFit,
  wellFormedReferences,
} from "./references.ts";
import type { Sketch } from "./sketch.ts";
import { decidableWaits, undoableSteps } from "./waits.ts";
import { fittingArguments, knownTools } from "./tools.ts";

/** The validation rules for plans of every contract. */
const rules: readonly Rule[] = [
  requestedStepCount,
  uniqueStepIds,
  uniqueResultKeys,
  knownDependencies,
  noSelfDependencies,
  noDuplicateDependencies,
  earlierDependencies,
  noCycles,
  knownFallbacks,
  wellFormedReferences,
  knownReferences,
  referencesToDependencies,
  referencePaths,
  referenceTypesFit,
  decidableConditions,
  boundedIterations,
  decidableWaits,
  undoableSteps,
  knownTools,
  fittingArguments,
  honestEffects,
  honestIntent,
  carriedFeatures,
];

/** Runs the rules over one plan: all violations, rule by rule in the order of the list. */
export function checkRules(sketch: Sketch, options: ValidationOptions, more: readonly Rule[] = []): Issue[] {
  const context = createContext(sketch, options);
  const issues: Issue[] = [];
  for (const list of [more, rules]) for (const rule of list) for (const issue of rule(context)) issues.push(issue);
  return issues.length <= maxRuleIssues
    ? issues
    : [...issues.slice(0, maxRuleIssues), createIssue("TOO_MANY_ISSUES", "")];
}
