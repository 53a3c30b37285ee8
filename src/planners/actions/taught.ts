import { isWeighed, prohibitions } from "../../language/prohibition.ts";
import { read } from "../../language/reading.ts";
import type { ActionRequest } from "../../ports/action-planner.ts";
import { account } from "../account/account.ts";
import { toAccountCalls } from "../account/to-account-calls.ts";
import { isTaughtBook } from "../lessons/book.ts";
import { planTaught } from "../lessons/plan-taught.ts";
import type { ReadyPack } from "../packs/match-packs.ts";
import type { Lookups } from "./lookups.ts";
import { emptyProposal, type Proposal } from "./proposal.ts";
import { onlyAsks } from "./route.ts";

/** What a lesson proposes for a request whose every word it accounts for; the gate decides on it as on any other plan. */
export async function planTaughtActions(
  request: ActionRequest,
  { lookups, ready }: { lookups: Lookups; ready: readonly ReadyPack[] },
): Promise<Proposal | undefined> {
  const { text: goal, now, zone, taught } = request;
  if (taught === undefined || !isTaughtBook(taught)) return undefined;
  if (prohibitions(goal) !== "nothing" || isWeighed(goal)) return undefined;
  const { toolbox } = lookups;
  const planned = planTaught({ goal, toolbox, now, zone }, taught);
  if (planned?.whole !== true || planned.outcome.kind !== "plan") return undefined;
  const { calls, reasons, lesson } = planned.outcome;
  const provenance = reasons.map(({ call, from, to, param }) => ({
    call,
    from,
    to,
    as: param === undefined ? ("tool" as const) : ("argument" as const),
  }));
  const { unaccounted } = account(read(goal, { now, zone }), { calls: toAccountCalls(calls, { toolbox }), provenance });
  const reads = new Set(toolbox.filter(({ effect }) => effect === "read").map(({ name }) => name));
  const onlyReads = calls.every(({ tool }) => reads.has(tool));
  if (unaccounted.length > 0 || (!onlyReads && onlyAsks(goal))) return undefined;
  const toolkits = toolkitsOf(ready);
  return {
    ...emptyProposal(),
    actions: calls.map(({ tool, args, ...call }) => {
      const toolkit = toolkits.get(tool) ?? "taught";
      const said = Object.values(args).filter((value) => typeof value === "string");
      const scope = call.scope ?? `${toolkit}:${tool.toLowerCase()}:${JSON.stringify(args)}`;
      return { toolkit, tool, args, scope, preview: call.preview ?? [tool, ...said].join(" · ") };
    }),
    summary: goal,
    notes: [`Lesson ${lesson ?? ""}`],
  };
}

function toolkitsOf(ready: readonly ReadyPack[]): ReadonlyMap<string, string> {
  return new Map(
    ready.flatMap(({ pack, tools }) =>
      Object.entries(pack.tools).flatMap(([alias, { toolkit }]) => {
        const tool = tools.get(alias)?.tool;
        return tool === undefined || toolkit === undefined ? [] : [[tool, toolkit] as const];
      }),
    ),
  );
}
