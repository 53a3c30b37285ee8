import type { Json } from "../../plan/json.ts";
import { fieldOf } from "./contracts.ts";
import { isAbsent } from "./endpoint.ts";
import type { KitContract } from "./finding.ts";
import type { Reply, SendRequest } from "./send-request.ts";

/** A guarantee of a contract beyond the format of one answer. */
export type Guarantee = {
  contract: KitContract;
  endpoint: string;
  check: string;
  /** The violation, `absent` if the endpoint does not exist, undefined if the guarantee holds. */
  findViolation: (ask: SendRequest) => Promise<string | undefined>;
};

export const absent = "absent";

export function post(ask: SendRequest, path: string, json: unknown): Promise<Reply> {
  return ask({ method: "POST", path, body: { json } });
}

/** Starts a run of the plan and waits for its end. The reply is the run's detail, or the refusal of the plan. */
export async function runToEnd(ask: SendRequest, plan: unknown): Promise<Reply> {
  const started = await post(ask, "/runs", plan);
  const id = fieldOf(started.json, "run_id");
  if (isAbsent(started) || typeof id !== "string") return started;
  const path = `/runs/${encodeURIComponent(id)}`;
  let reply = await ask({ method: "GET", path });
  for (let tries = 0; tries < 200 && !hasEnded(reply.json); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    reply = await ask({ method: "GET", path });
  }
  return reply;
}

function hasEnded(detail: Json | undefined): boolean {
  const status = fieldOf(fieldOf(detail, "run"), "status");
  return status === "completed" || status === "failed" || status === "cancelled";
}
