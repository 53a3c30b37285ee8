import type { Role } from "../../contracts/api/route.ts";
import { didYouMean } from "../../plan/nearest.ts";
import type { BackgroundRoles, BackgroundRole } from "../../runtime/background-roles.ts";
import { UsageError } from "../command.ts";

/** Roles of a process; `worker` serves no routes, it executes runs. */
const roleNames = ["api", "planner", "router", "daemon", "worker"] as const;
type RoleName = (typeof roleNames)[number];

export const servedRoles: ReadonlySet<Role> = new Set(["api", "planner", "router", "daemon"]);

/** Service names of contract 5. The planner includes a worker, which executes its loops. */
const aliases: ReadonlyMap<string, readonly RoleName[]> = new Map<string, readonly RoleName[]>([
  ["orion-planner-react", ["planner", "worker"]],
  ["orion-agent-daemon", ["daemon"]],
  ["cortex-orch", ["router"]],
]);

/** The background work of these roles. One of the workers polls for the bot. */
export function backgroundRolesOf(roles: ReadonlySet<RoleName>): BackgroundRoles {
  return new Set<BackgroundRole>([
    ...(roles.has("worker") ? (["work", "bot"] as const) : []),
    ...(roles.has("daemon") ? (["agents"] as const) : []),
  ]);
}

/** A note for the operator if the process does not have all roles. */
export function rolesNote(roles: ReadonlySet<RoleName>, { sharesWork }: { sharesWork: boolean }): string | undefined {
  if (roles.size === roleNames.length) return undefined;
  if (!sharesWork)
    return "without DATABASE_URL all processes must use this machine and folder, and only one of them executes runs";
  return roles.has("worker") ? undefined : "this process does not execute runs; processes with the role worker do";
}

export function parseRoles(words: string): ReadonlySet<RoleName> {
  return new Set(words.split(",").flatMap((word) => parseRole(word.trim())));
}

function parseRole(word: string): readonly RoleName[] {
  const found = aliases.get(word) ?? roleNames.filter((name) => name === word);
  if (found.length > 0) return found;
  const hint = didYouMean(word, roleNames);
  throw new UsageError(`there is no role "${word}"; roles are ${roleNames.join(", ")}. ${hint}`.trimEnd());
}
