import type { Role } from "../contracts/api/route.ts";
import { nearest } from "../plan/nearest.ts";
import { UsageError } from "./command.ts";

/** A process plays any of these; `worker` has no routes, it carries runs out. */
const roleNames = ["api", "planner", "router", "daemon", "worker"] as const;
type RoleName = (typeof roleNames)[number];

export const allRoles: ReadonlySet<Role> = new Set(["api", "planner", "router", "daemon"]);

/** Service names of contract 5, each for the role that plays it. */
const aliases: ReadonlyMap<string, RoleName> = new Map([
  ["orion-planner-react", "planner"],
  ["orion-agent-daemon", "daemon"],
  ["cortex-orch", "router"],
]);

export function rolesOf(words: string): ReadonlySet<RoleName> {
  return new Set(words.split(",").map((word) => roleOf(word.trim())));
}

function roleOf(word: string): RoleName {
  const found = aliases.get(word) ?? roleNames.find((name) => name === word);
  if (found !== undefined) return found;
  const close = nearest(word, roleNames);
  throw new UsageError(
    `there is no role "${word}"; roles are ${roleNames.join(", ")}.${close === undefined ? "" : ` Did you mean ${close}?`}`,
  );
}
