import { z } from "zod";
import { PlanReactRequest, PlanReactResponse } from "../contracts/react/plan-react.ts";
import { asJsonObject } from "../plan/json.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import { Fact } from "./fact.ts";

export const runKind = "react.run";
export const factKind = "react.fact";

const head = {
  request: PlanReactRequest,
  /** Hash of the request without its id: the same id must mean the same request. */
  requestHash: z.string(),
  /** Messages of the session before this run. */
  earlier: z.array(z.strictObject({ role: z.enum(["user", "assistant", "system"]), content: z.string() })),
  startedAt: z.number(),
  /** Who started it, from the credential; absent for agents. */
  principal: z.string().optional(),
  /** The trace context the run joins. */
  trace: z.record(z.string(), z.string()),
};

/** A stored ReAct run, by status. Its id is the request's. */
export const RunBody = z.discriminatedUnion("status", [
  z.strictObject({
    ...head,
    status: z.literal("running"),
    /** The answer so far, while calls wait for approval. */
    paused: PlanReactResponse.optional(),
  }),
  z.strictObject({ ...head, status: z.literal("ended"), response: PlanReactResponse }),
]);
export type RunBody = z.infer<typeof RunBody>;

export type RunKey = { tenant: string; requestId: string };
export type StoredRun = RunKey & { version: number; body: RunBody };

export function toRunRecord({ tenant, requestId }: RunKey, body: RunBody): Omit<StoredRecord, "version"> {
  return { tenant, kind: runKind, id: requestId, status: body.status, body: asJsonObject(body) };
}

export function readRun({ tenant, id, version, body }: StoredRecord): StoredRun {
  return { tenant, requestId: id, version, body: RunBody.parse(body) };
}

export function toFactRecord({ tenant, requestId }: RunKey, key: string, fact: Fact): Omit<StoredRecord, "version"> {
  return { tenant, kind: factKind, id: factId(requestId, key), group: requestId, body: fact };
}

export function factId(requestId: string, key: string): string {
  return `${requestId}/${key}`;
}

/** The key of the fact that cancels a run, written by others than its worker. */
export const cancelKey = "cancel";

export function readFact({ body }: StoredRecord): Fact {
  return Fact.parse(body);
}
