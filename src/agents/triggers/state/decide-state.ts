import { timestampOf } from "../../../contracts/timestamp.ts";
import type { Store } from "../../../ports/store.ts";
import { valueAt } from "../event/conditions.ts";
import type { Decision } from "../../decisions/decision.ts";
import { decisionOf, fire } from "../../decisions/fire.ts";
import { type AgentDeps, kinds } from "../../agent-deps.ts";
import type { AgentState } from "../../decisions/agent-state.ts";
import { changeState, putDecision, readState } from "../../records.ts";
import type { StateWatcher, StateIndex } from "./state-index.ts";
import { crossing, readCondition, type ConditionReading, StateValue } from "./state-edge.ts";
import { shortJson } from "../../../plan/short-text.ts";

export type StateDeps = AgentDeps & { index: () => StateIndex };

/**
 * Evaluates a state trigger once. The crossing is marked in the transaction that starts the run; a value older than the
 * last evaluated one decides nothing. A second evaluation of the same value writes a decision only if it changes something.
 */
export async function decideState(
  deps: AgentDeps,
  { agent, armed }: StateWatcher,
  look: "first" | "again",
): Promise<void> {
  const { tenant, profile } = agent;
  const { trigger, key } = armed;
  const stored = await readStateValue(deps, tenant, trigger.selector);
  const now = deps.clock.now();
  const at = stored?.at ?? now;
  const reading = readCondition(trigger, stored, now);
  const firing = { trigger: key, slot: `${trigger.selector}@${timestampOf(at)}`, overlap: trigger.overlap };
  const { value: state } = await readState(deps.store, tenant, profile.id);
  if (stored === undefined && look === "again") return;
  // A mark in the future was set before the clock was set back.
  const isOld = ({ edges }: AgentState): boolean => (edges[key]?.at ?? at) > at && (edges[key]?.at ?? at) <= now;
  const mark = (current: AgentState, isArmed: boolean): AgentState => ({
    ...current,
    edges: { ...current.edges, [key]: { isArmed, at: isUnknown(reading) ? (current.edges[key]?.at ?? at) : at } },
  });
  if (!isOld(state) && crossing(state.edges[key]?.isArmed ?? true, reading).fires) {
    const facts = { trigger: "state", selector: trigger.selector, value: stored?.value ?? null };
    await fire(deps, agent, {
      ...firing,
      context: { facts },
      isDecided: (current) => isOld(current) || current.edges[key]?.isArmed === false,
      change: (current) => mark(current, false),
    });
    return;
  }
  let hasTurned = false;
  await changeState(deps, { tenant, agentId: profile.id }, (current) => {
    if (isOld(current)) return undefined;
    const was = current.edges[key]?.isArmed;
    const { isArmed, fires } = crossing(was ?? true, reading);
    hasTurned = fires;
    if (fires) return undefined;
    if (look === "again" && was === isArmed) return undefined;
    const decision = decisionOf(
      deps,
      { agent, firing },
      { outcome: "skipped", ...reasonOf(reading, { stored, trigger }) },
    );
    return { state: mark(current, isArmed), also: (tx) => putDecision(tx, tenant, decision) };
  });
  if (hasTurned) await decideState(deps, { agent, armed }, look); // it was re-armed meanwhile
}

function isUnknown(reading: ConditionReading): boolean {
  return reading === "missing" || reading === "stale" || reading === "unlike";
}

type StateCheck = { stored: StateValue | undefined; trigger: StateWatcher["armed"]["trigger"] };

function reasonOf(reading: ConditionReading, { stored, trigger }: StateCheck): Pick<Decision, "reason" | "detail"> {
  const { selector, op, value } = trigger;
  const is = `${selector} is ${shortJson(stored?.value)}`;
  switch (reading) {
    case "true":
      return { reason: "already_met", detail: `${selector} = ${shortJson(stored?.value)}` };
    case "false":
      return { reason: "condition", detail: `${is}, not ${op} ${shortJson(value)}` };
    case "missing":
      return { reason: "unknown", detail: `${selector} is not known` };
    case "stale":
      return { reason: "unknown", detail: `${selector} is too old` };
    case "unlike":
      return { reason: "unknown", detail: `${is}, of another type than ${shortJson(value)}` };
    default:
      return reading satisfies never;
  }
}

/** The value at a dotted path: set at the path itself, or inside a value set at a shorter path. The latest wins. */
async function readStateValue(
  { store }: { store: Store },
  tenant: string,
  selector: string,
): Promise<StateValue | undefined> {
  const names = selector.split(".");
  let latest: StateValue | undefined;
  for (let length = names.length; length > 0; length -= 1) {
    const record = await store.record({ tenant, kind: kinds.value, id: names.slice(0, length).join(".") });
    if (record === undefined) continue;
    const stored = StateValue.parse(record.body);
    const value = length === names.length ? stored.value : valueAt(stored.value, names.slice(length).join("."));
    if (value !== undefined && (latest === undefined || stored.at > latest.at)) latest = { value, at: stored.at };
  }
  return latest;
}
