import { isWeighed, prohibitions } from "../../language/clauses/prohibition.ts";
import { read } from "../../language/reading.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { readPath, resolve } from "../../plan/resolve.ts";
import type { ActionRequest } from "../../ports/action-planner.ts";
import { account } from "../account/account.ts";
import { toAccountCalls } from "../account/to-account-calls.ts";
import type { PlannedCall } from "../grammar/goal.ts";
import { isTaughtBook } from "../lessons/book.ts";
import { planTaught } from "../lessons/plan-taught.ts";
import { type ReadyPack, toolkitsOf } from "../packs/match-packs.ts";
import type { Lookups } from "./lookups.ts";
import { emptyProposal, previewOf, type Proposal } from "./proposal.ts";
import { onlyAsks } from "./route.ts";

/** What a lesson proposes for a request whose every word it accounts for; the gate decides on it as on any other plan. */
export async function planTaughtActions(
  request: ActionRequest,
  { lookups, ready }: { lookups: Lookups; ready: readonly ReadyPack[] },
): Promise<Proposal | undefined> {
  const { text: goal, now, zone, taught } = request;
  if (taught === undefined || !isTaughtBook(taught)) return undefined;
  const reading = read(goal, { now, zone });
  if (prohibitions(reading) !== "nothing" || isWeighed(reading)) return undefined;
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
  const { unaccounted } = account(reading, { calls: toAccountCalls(calls, { toolbox }), provenance });
  const reads = new Set(toolbox.filter(({ effect }) => effect === "read").map(({ name }) => name));
  const onlyReads = calls.every(({ tool }) => reads.has(tool));
  if (unaccounted.length > 0 || (!onlyReads && onlyAsks(reading))) return undefined;
  const known = await lookUp(calls, lookups, reads);
  if (known === undefined) return undefined;
  const toolkits = toolkitsOf(ready);
  return {
    ...emptyProposal(),
    actions: known.map(({ tool, args, ...call }) => {
      const toolkit = toolkits.get(tool) ?? "taught";
      const scope = call.scope ?? `${toolkit}:${tool.toLowerCase()}:${JSON.stringify(args)}`;
      return { toolkit, tool, args, scope, preview: call.preview ?? previewOf(tool, args) };
    }),
    summary: goal,
    notes: [`Lesson ${lesson ?? ""}`],
  };
}

/**
 * The calls with results in place of references. Reads that others refer to happen now, so that a person approves values
 * and not references; a reference to the first of several rows is no answer.
 */
async function lookUp(
  calls: readonly PlannedCall[],
  lookups: Lookups,
  reads: ReadonlySet<string>,
): Promise<PlannedCall[] | undefined> {
  const results = new Map<string, Json>();
  const kept: PlannedCall[] = [];
  for (const call of calls) {
    const filled = resolve(call.args, "braces", (name) => results.get(name));
    if (!filled.ok || !isJsonObject(filled.value)) return undefined;
    const one = { ...call, args: filled.value };
    const isNeeded = calls.some(({ args }) => JSON.stringify(args).includes(`{{${call.id}`));
    if (!isNeeded) kept.push(one);
    else if (!reads.has(call.tool)) return undefined;
    else {
      const found = await lookups.read(call.tool, one.args);
      if (!found.ok || isAmbiguous(found.output, call.id, calls)) return undefined;
      results.set(call.id, found.output);
    }
  }
  return kept;
}

/** Whether a call takes the first row of a list that has others. */
function isAmbiguous(output: Json, id: string, calls: readonly PlannedCall[]): boolean {
  const text = JSON.stringify(calls.map(({ args }) => args));
  return [...text.matchAll(new RegExp(`\\{\\{${id}((?:\\.\\w+)*?)\\.0[.}]`, "g"))].some(([, path = ""]) => {
    const list = readPath(
      output,
      path.split(".").filter((part) => part !== ""),
    );
    return Array.isArray(list) && list.length > 1;
  });
}
