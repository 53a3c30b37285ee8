import type { ActionPlan, EntityKind, Voice } from "../contracts/actions/plan.ts";

/** A record chosen from an earlier pick list: what the person typed, and which record it stands for. */
export type Picked = { kind: EntityKind; query: string; id: string };

/** Everything an action plan may depend on besides what its lookups answer. */
export type ActionRequest = {
  /** What was typed, or the transcript of what was said. */
  text: string;
  voice?: Voice;
  /** ISO 8601 instant that relative dates are counted from. */
  now: string;
  /** IANA zone. */
  zone: string;
  locale?: "en" | "ru";
  /** Whose tools are looked up; without one only generic tools exist. */
  tenant?: string;
  /** Who speaks: an id, a name or an address that the people of a pack are known by. */
  speaker?: string;
  /** Earlier messages of the conversation that this one may refer to, one a line, the oldest first. */
  before?: string;
  /** Choices made since the request was first planned. */
  picks?: readonly Picked[];
  /** Answers to earlier questions, by the question's id. */
  answers?: Readonly<Record<string, string>>;
};

export type ActionCall = { signal: AbortSignal };

/**
 * Words to an action plan of contract 3. Reads while it plans, never writes: what it plans goes through the gate. The
 * same request over the same answers of its lookups gives the same bytes. Never rejects.
 */
export interface ActionPlanner {
  readonly id: string;
  readonly version: string;
  plan(request: ActionRequest, call: ActionCall): Promise<ActionPlan>;
}
