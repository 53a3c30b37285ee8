import type { Role } from "../contracts/api/route.ts";
import { nearest } from "../plan/nearest.ts";
import { UsageError } from "./command.ts";

/** A process plays any of these; `worker` has no routes, it carries runs out. */
const roleNames = ["api", "planner", "router", "daemon", "worker"] as const;
type RoleName = (typeof roleNames)[number];

export const allRoles: ReadonlySet<Role> = new Set(["api", "planner", "router", "daemon"]);

/** Service names of contract 5, each for what makes it whole: the planner's loops are carried out by a worker. */
const aliases: ReadonlyMap<string, readonly RoleName[]> = new Map<string, readonly RoleName[]>([
  ["orion-planner-react", ["planner", "worker"]],
  ["orion-agent-daemon", ["daemon"]],
  ["cortex-orch", ["router"]],
]);

export function rolesOf(words: string): ReadonlySet<RoleName> {
  return new Set(words.split(",").flatMap((word) => rolesBy(word.trim())));
}

function rolesBy(word: string): readonly RoleName[] {
  const found = aliases.get(word) ?? roleNames.filter((name) => name === word);
  if (found.length > 0) return found;
  const close = nearest(word, roleNames);
  throw new UsageError(
    `there is no role "${word}"; roles are ${roleNames.join(", ")}.${close === undefined ? "" : ` Did you mean ${close}?`}`,
  );
}
