import type { Issue } from "../plan/issue.ts";
import type { Json } from "../plan/json.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import { validatePlan } from "../plan/validate/validate-plan.ts";
import type { Verbs } from "../ports/verbs.ts";

/** The tools of the tenant, by name. */
export function toolboxOf({ verbs }: { verbs: Pick<Verbs, "list"> }, tenant: string): Toolbox {
  return new Map(verbs.list(tenant).map((spec) => [spec.name, spec]));
}

/** The issues of arguments that a person gave to a step, with pointers below `/args`. */
export function argumentIssues(plan: Json, at: number, toolbox: Toolbox): Issue[] {
  const checked = validatePlan(plan, toolbox);
  if (checked.ok) return [];
  const place = new RegExp(String.raw`^/steps/${at}/(?:args|parameters)(?=/|$)`);
  return checked.issues.flatMap((issue) =>
    place.test(issue.pointer) ? [{ ...issue, pointer: issue.pointer.replace(place, "/args") }] : [],
  );
}
