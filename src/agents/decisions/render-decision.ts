import type { Agent, ArmedTrigger } from "../profile/agent.ts";
import type { Decision } from "./decision.ts";

/** The agent a decision belongs to; empty for a removed agent. */
export type DecisionContext = Pick<Agent, "triggers" | "zone">;
export const unknownAgent: DecisionContext = { triggers: [], zone: "UTC" };

/** Renders a decision as a sentence for the owner, in the agent's time zone. */
export function renderDecision(agent: DecisionContext, decision: Decision): string {
  const { at, trigger, outcome, isForced } = decision;
  const armed = agent.triggers.find(({ key }) => key === trigger);
  const cause =
    trigger === "manual"
      ? "A run was requested"
      : armed === undefined
        ? "A removed trigger fired"
        : renderCause(armed, decision);
  const forced = isForced === true ? ", past quota and interval" : "";
  return `${time(at, agent.zone)}: ${cause}${forced}; ${outcomes[outcome](decision, agent)}.`;
}

/** Renders what a trigger reacts to. */
export function renderTrigger({ kind, trigger }: ArmedTrigger): string {
  switch (kind) {
    case "time":
      return `${trigger.cron} in ${trigger.timezone}`;
    case "event": {
      const conditions = Object.entries(trigger.conditions).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
      return `an event on ${trigger.channel}${conditions.length === 0 ? "" : ` with ${conditions.join(", ")}`}`;
    }
    case "state":
      return `${trigger.selector} becoming ${trigger.op} ${JSON.stringify(trigger.value)}`;
    default:
      return kind satisfies never;
  }
}

function renderCause(armed: ArmedTrigger, { slot, outcome }: Decision): string {
  switch (armed.kind) {
    case "time":
      return `the slot ${slot} of ${renderTrigger(armed)} came`;
    case "event":
      return `the event ${slot} came on ${armed.trigger.channel}`;
    case "state":
      return outcome === "fired" ? `${renderTrigger(armed)} happened` : `${armed.trigger.selector} was looked at`;
    default:
      return armed satisfies never;
  }
}

type DecisionRenderer = (decision: Decision, agent: DecisionContext) => string;

const outcomes: Record<Decision["outcome"], DecisionRenderer> = {
  fired: ({ runId }) => `it ran (${runId ?? "no id"})`,
  queued: ({ reason, limit, until }, { zone }) =>
    reason === "debounce"
      ? `it waits until no event has come for ${limit ?? 0} seconds, now until ${time(until ?? 0, zone)}`
      : "another run was in progress, so it waits for that to end",
  missed: () => "no daemon was running at that time, and the catch-up policy skips it",
  deduplicated: () => "it was decided before, so nothing happened",
  skipped: (decision, agent) => `it did not run: ${reasonOf(decision, agent)}`,
};

function reasonOf({ reason, limit, until, detail }: Decision, { zone }: DecisionContext): string {
  const then = until === undefined ? "" : `, until ${time(until, zone)}`;
  switch (reason) {
    case "disabled":
      return `the agent is disabled${detail === undefined ? "" : ` (${detail})`}`;
    case "quiet":
      return "it is in the quiet hours";
    case "quota":
      return `it reached its limit of ${limit ?? 0} runs a day${then}`;
    case "interval":
      return `its last run started less than ${limit ?? 0} seconds earlier${then}`;
    case "overlap":
      return "another run of it was in progress";
    case "budget":
      return `the daily budget of ${limit ?? 0} tokens is used up${then}`;
    case "condition":
      return `its condition was not met (${detail ?? "no condition was recorded"})`;
    case "already_met":
      return `its condition was met before and still is (${detail ?? "no value was recorded"}); it runs again after the condition stops being met`;
    case "unknown":
      return `${detail ?? "the value is unknown"}, and an unknown value never fires`;
    case "debounce":
    case "late":
    case "goal":
    case "gone":
    case undefined:
      return detail ?? "no reason was recorded";
    default:
      return reason satisfies never;
  }
}

function time(instant: number, zone: string): string {
  const fields = {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  } as const;
  return new Intl.DateTimeFormat("en-GB", { ...fields, timeZone: zone, timeZoneName: "short" }).format(instant);
}
