import type { ActionPlan, EntityKind, Voice } from "../contracts/actions/plan.ts";
import type { TaughtRules } from "./planner.ts";

/** A record chosen from an earlier pick list: the text the person typed, and the record it refers to. */
export type RecordPick = { kind: EntityKind; query: string; id: string };

/** Everything an action plan may depend on besides what its lookups answer. */
export type ActionRequest = {
  /** The typed text, or the transcript of speech. */
  text: string;
  voice?: Voice;
  /** ISO 8601 instant that relative dates refer to. */
  now: string;
  /** IANA zone. */
  zone: string;
  locale?: "en" | "ru";
  /** The tenant whose tools are used; without one only generic tools exist. */
  tenant?: string;
  /** Rules that people of the tenant have taught. */
  taught?: TaughtRules;
  /** Who speaks: an id, a name or an address that the people of a pack are known by. */
  speaker?: string;
  /** Earlier messages of the conversation that this one may refer to, one a line, the oldest first. */
  before?: string;
  /** How many of those, from the first, were carried out: they are spoken of, and not asked for again. */
  done?: number;
  /** Choices made since the request was first planned. */
  picks?: readonly RecordPick[];
  /** Answers to earlier questions, by the question's id. */
  answers?: Readonly<Record<string, string>>;
};

export type ActionCall = { signal: AbortSignal };

/**
 * Turns text into an action plan of contract 3. Reads while it plans and never writes: the plan goes through the gate.
 * The same request with the same lookup answers gives the same bytes. Never rejects.
 */
export interface ActionPlanner {
  readonly id: string;
  readonly version: string;
  plan(request: ActionRequest, call: ActionCall): Promise<ActionPlan>;
}
