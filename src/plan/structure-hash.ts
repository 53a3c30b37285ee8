import { contentHash } from "./hash.ts";
import type { Json } from "./json.ts";
import type { Plan } from "./plan.ts";

/** Hash of what a plan does: its steps, without the request it answers and where it comes from. */
export function structureHash({ spelling, steps }: Pick<Plan, "spelling" | "steps">): string {
  return contentHash(JSON.parse(JSON.stringify({ spelling, steps })) as Json); // serialised as JSON a moment ago
}
