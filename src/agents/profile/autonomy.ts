import type { AgentProfile } from "../../contracts/react/agent-profile.ts";
import type { JsonObject } from "../../plan/json.ts";
import type { VerbSpec } from "../../ports/verbs.ts";

/**
 * The autonomy level that each writing verb needs, by verb id. Set by the operator, never by the verb itself;
 * a verb without an entry is above every level.
 */
export type VerbLevels = {
  /** Internal memories and logs: level 0. */
  internal: ReadonlySet<string>;
  /** Messages to the owner: level 1. */
  notify: ReadonlySet<string>;
  /** Verbs that set a knob, with `name` and `value`: level 2, within the knob's range. */
  knobs: ReadonlySet<string>;
};

type AutonomyRuling = { kind: "allow" } | { kind: "above"; reason: string };

const allow: AutonomyRuling = { kind: "allow" };

/** Whether an agent of this profile may call the verb without approval. Reads are allowed at every level. */
export function ruleAutonomy(
  profile: AgentProfile,
  levels: VerbLevels,
  call: { verb: VerbSpec; payload: JsonObject },
): AutonomyRuling {
  const { verb, payload } = call;
  const { autonomy_level: level, id } = profile;
  if (verb.effect === "read" || levels.internal.has(verb.name)) return allow;
  if (levels.notify.has(verb.name))
    return level >= 1 ? allow : above(`${id} has autonomy level 0 and may not send messages`);
  if (!levels.knobs.has(verb.name)) return above(`${verb.name} writes, and no autonomy level allows it`);
  return level < 2 ? above(`${id} has autonomy level ${level} and may not change knobs`) : ruleKnob(profile, payload);
}

function ruleKnob({ id, knobs }: AgentProfile, { name, value }: JsonObject): AutonomyRuling {
  const knob = knobs.find((one) => one.name === name);
  if (knob === undefined) return above(`${id} does not declare the knob ${JSON.stringify(name)}`);
  if (typeof value !== "number" || !(value >= knob.min && value <= knob.max))
    return above(`${knob.name} may be ${knob.min} to ${knob.max}, not ${JSON.stringify(value)}`);
  return allow;
}

function above(reason: string): AutonomyRuling {
  return { kind: "above", reason };
}
