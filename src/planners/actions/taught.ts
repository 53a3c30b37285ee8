import { compact } from "../../plan/compact.ts";
import { isWeighed, prohibitions } from "../../language/clauses/prohibition.ts";
import { read } from "../../language/reading.ts";
import { isMet, itemsOf } from "../../plan/control-flow.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { readPath, resolve } from "../../plan/resolve.ts";
import type { ActionRequest } from "../../ports/action-planner.ts";
import { account } from "../account/account.ts";
import { toAccountCalls } from "../account/to-account-calls.ts";
import type { PlannedCall } from "../grammar/goal.ts";
import { isTaughtBook } from "../lessons/book.ts";
import { anyFeature, planTaught } from "../lessons/plan-taught.ts";
import { type ReadyPack, toolkitsOf } from "../packs/match-packs.ts";
import type { Lookups } from "./lookups.ts";
import { emptyProposal, previewOf, type Proposal } from "./proposal.ts";
import { shortenWords } from "../shorten.ts";
import { speechOf } from "../speech.ts";
import { onlyAsks } from "./route.ts";
import { say } from "./say.ts";

/** What a lesson proposes for a request whose every word it accounts for; the gate decides on it as on any other plan. */
export async function planTaughtActions(
  request: ActionRequest,
  { lookups, ready }: { lookups: Lookups; ready: readonly ReadyPack[] },
): Promise<Proposal | undefined> {
  const { text: goal, now, zone, taught, locale } = request;
  if (taught === undefined || !isTaughtBook(taught)) return undefined;
  const reading = read(goal, { now, zone });
  if (prohibitions(reading) !== "nothing" || isWeighed(reading)) return undefined;
  const { toolbox } = lookups;
  const planned = planTaught({ goal, toolbox, now, zone, surface: anyFeature }, taught);
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
  const note = `Lesson ${lesson ?? ""}`;
  const speech = speechOf({ goal, ...compact({ locale }) });
  return {
    ...emptyProposal(),
    actions: known.map(({ call: { scope, preview, tool }, args, item }) => {
      const toolkit = toolkits.get(tool) ?? "taught";
      return {
        toolkit,
        tool,
        args,
        scope: (item === undefined ? scope : undefined) ?? `${toolkit}:${tool.toLowerCase()}:${JSON.stringify(args)}`,
        preview: [preview ?? previewOf(tool, args), ...nameOf(item, args)].join(" · "),
      };
    }),
    summary: goal,
    notes: known.length === 0 ? [`${say[speech].nothingToDo()} ${note}`] : [note],
  };
}

/** What a person knows a record by, where the arguments have only its id: the first text of several words, else of one. */
function nameOf(item: Json | undefined, args: JsonObject): string[] {
  const known = new Set(Object.values(args));
  const texts = isJsonObject(item) ? Object.values(item) : [];
  const names = texts.filter((text) => typeof text === "string" && /\p{L}/u.test(text) && !known.has(text));
  const name = names.find((text) => typeof text === "string" && /\p{L} /u.test(text)) ?? names[0];
  return typeof name === "string" ? [shortenWords(name, 80)] : [];
}

/** A call with values in place of references; `item` is the element it is made for. */
type KnownCall = { call: PlannedCall; args: JsonObject; item?: Json };

/**
 * The calls that are to be made. Reads that others refer to happen now, so that a person approves values and not references;
 * iterations become one call for each item, and conditions are tested. A reference to the first of several rows is no answer.
 */
async function lookUp(
  calls: readonly PlannedCall[],
  lookups: Lookups,
  reads: ReadonlySet<string>,
): Promise<KnownCall[] | undefined> {
  const results = new Map<string, Json>();
  const skipped = new Set<string>();
  const kept: KnownCall[] = [];
  for (const call of calls) {
    const { id, tool, when, forEach, dependsOn } = call;
    const fill = filler(results);
    if (dependsOn.some((one) => skipped.has(one)) || (when !== undefined && !isMet(when, fill))) {
      skipped.add(id);
      continue;
    }
    const items = forEach === undefined ? [undefined] : itemsOf(forEach, fill);
    if (!Array.isArray(items)) return undefined;
    const made: KnownCall[] = [];
    for (const item of items) {
      const args = filler(results, forEach === undefined ? undefined : { name: forEach.as, value: item })(call.args);
      if (args === undefined || !isJsonObject(args)) return undefined;
      made.push({ call, args, ...compact({ item }) });
    }
    if (!calls.some((other) => refersTo(other, id))) {
      kept.push(...made);
      continue;
    }
    if (!reads.has(tool)) return undefined;
    const found = await Promise.all(made.map(({ args }) => lookups.read(tool, args)));
    const outputs = found.flatMap((answer) => (answer.ok ? [answer.output] : []));
    const output = forEach === undefined ? outputs[0] : outputs;
    if (outputs.length < found.length || output === undefined || isAmbiguous(output, id, calls)) return undefined;
    results.set(id, output);
  }
  return kept;
}

function refersTo({ args, when, forEach }: PlannedCall, id: string): boolean {
  return new RegExp(`\\{\\{${id}[.}]`).test(JSON.stringify([args, when, forEach]));
}

function filler(
  results: ReadonlyMap<string, Json>,
  item?: { name: string; value: Json | undefined },
): (template: Json) => Json | undefined {
  return (template) => {
    const filled = resolve(template, "braces", (name) => (name === item?.name ? item.value : results.get(name)));
    return filled.ok ? filled.value : undefined;
  };
}

/** Whether a call takes the first row of a list that has others. */
function isAmbiguous(output: Json, id: string, calls: readonly PlannedCall[]): boolean {
  const text = JSON.stringify(calls.map(({ args, when, forEach }) => [args, when, forEach]));
  return [...text.matchAll(new RegExp(`\\{\\{${id}((?:\\.\\w+)*?)\\.0[.}]`, "g"))].some(([, path = ""]) => {
    const list = readPath(
      output,
      path.split(".").filter((part) => part !== ""),
    );
    return Array.isArray(list) && list.length > 1;
  });
}
