import { contentHash } from "./hash.ts";
import { toJson } from "./json.ts";
import type { Plan } from "./plan.ts";

/** Hash of what a plan does: its steps, without the request it answers and where it comes from. */
export function structureHash({ spelling, steps }: Pick<Plan, "spelling" | "steps">): string {
  return contentHash(toJson({ spelling, steps }));
}
