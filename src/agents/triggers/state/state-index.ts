import type { Agent, ArmedTrigger } from "../../profile/agent.ts";

type ArmedStateTrigger = Extract<ArmedTrigger, { kind: "state" }>;
export type StateWatcher = { agent: Agent; armed: ArmedStateTrigger };

/** Finds the triggers that watch a state path. */
export interface StateIndex {
  /** The triggers whose selector is the path, lies within it, or holds it. */
  concerned(tenant: string, path: string): StateWatcher[];
}

export function createStateIndex(agents: Iterable<Agent>): StateIndex {
  const exact = new Map<string, StateWatcher[]>();
  /** By every path that holds the selector. */
  const within = new Map<string, StateWatcher[]>();
  for (const agent of agents) {
    for (const armed of agent.triggers) {
      if (armed.kind !== "state") continue;
      const [selector = "", ...above] = pathsOf(armed.trigger.selector);
      add(exact, `${agent.tenant} ${selector}`, { agent, armed });
      for (const path of above) add(within, `${agent.tenant} ${path}`, { agent, armed });
    }
  }
  return {
    concerned: (tenant, path) => [
      ...(within.get(`${tenant} ${path}`) ?? []),
      ...pathsOf(path).flatMap((one) => exact.get(`${tenant} ${one}`) ?? []),
    ],
  };
}

/** The path and all that hold it, the longest first. */
function pathsOf(path: string): string[] {
  const names = path.split(".");
  return names.map((_, at) => names.slice(0, names.length - at).join("."));
}

function add(index: Map<string, StateWatcher[]>, key: string, looking: StateWatcher): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [looking]);
  else known.push(looking);
}
