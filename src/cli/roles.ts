import type { Role } from "../contracts/api/route.ts";
import { nearest } from "../plan/nearest.ts";
import type { Duties, Duty } from "../runtime/duties.ts";
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

/** What a process of these roles does besides answering. The bot is heard by one of the workers. */
export function dutiesOf(roles: ReadonlySet<RoleName>): Duties {
  return new Set<Duty>([
    ...(roles.has("worker") ? (["work", "bot"] as const) : []),
    ...(roles.has("daemon") ? (["agents"] as const) : []),
  ]);
}

/** What an operator should know of a process that does not play every role. */
export function rolesNote(roles: ReadonlySet<RoleName>, { sharesWork }: { sharesWork: boolean }): string | undefined {
  if (roles.size === roleNames.length) return undefined;
  if (!sharesWork)
    return "without DATABASE_URL all processes must be on this machine and this folder, and one of them works at a time";
  return roles.has("worker") ? undefined : "runs are carried out by processes with the role worker, not by this one";
}

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
