import type { JsonObject } from "../../../plan/json.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import { put } from "./put.ts";
import type { Reference } from "../refer/refer.ts";
import type { Fill } from "./assign.ts";

/** The arguments of a fill, nested objects put together again, and the paths of required ones that have no value. */
export function buildArgs(fill: Fill, references: readonly Reference[] = []): { args: JsonObject; missing: ParamProfile[] } {
  const args: JsonObject = {};
  const missing: ParamProfile[] = [];
  const open = openedObjects(fill);
  for (const [i, param] of fill.offers.params.entries()) {
    const reference = references.find((one) => one.param === i);
    if (reference !== undefined) {
      put(args, param.path, `{{c${reference.call + 1}.${reference.field.path}}}`);
      continue;
    }
    const scored = fill.chosen.get(i);
    const needed = param.required || (param.needed && param.path.length > 1 && open.has(param.path.slice(0, -1).join("\0")));
    if (scored === undefined && needed && param.hints.language && param.fallback === undefined) put(args, param.path, "English");
    else if (scored !== undefined) put(args, param.path, scored.value);
    else if (needed && param.fallback !== undefined) put(args, param.path, param.fallback);
    else if (needed) missing.push(param);
  }
  return { args, missing };
}

/** Objects of which some field has a value: their required fields are needed then. */
function openedObjects(fill: Fill): Set<string> {
  const open = new Set<string>();
  for (const i of fill.chosen.keys()) {
    const path = fill.offers.params[i]?.path ?? [];
    for (let depth = 1; depth < path.length; depth += 1) open.add(path.slice(0, depth).join("\0"));
  }
  return open;
}
