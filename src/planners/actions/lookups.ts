import { compact } from "../../plan/compact.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Log } from "../../ports/log.ts";
import type { Verbs } from "../../ports/verbs.ts";

export type LookupAnswer = { ok: true; output: Json } | { ok: false; code: string; message: string };

/** What a planner may ask while it plans: reads, a bounded number of them, each written to the log. */
export type Lookups = {
  toolbox: readonly ToolSpec[];
  read(tool: string, args: JsonObject): Promise<LookupAnswer>;
};

export type LookupParts = {
  verbs: Pick<Verbs, "list" | "describe" | "execute">;
  log: Log;
  signal: AbortSignal;
  tenant?: string;
  /** Most calls one planning may make; equal calls count once. */
  limit?: number;
};

const defaultLimit = 120;

/** Whether a tool only reads is the registry's to say; what it does not call a read is refused here. */
export function createLookups({ verbs, log, signal, tenant, limit = defaultLimit }: LookupParts): Lookups {
  const asked = new Map<string, Promise<LookupAnswer>>();
  const ask = async (tool: string, args: JsonObject): Promise<LookupAnswer> => {
    if (verbs.describe(tool, tenant)?.effect !== "read") return refused("forbidden", `${tool} is not a read`);
    if (asked.size >= limit) return refused("limit", `more than ${limit} lookups for one request`);
    const call = { verb_id: tool, payload: args, request_id: `lookup-${asked.size}`, caller: "action-planner" };
    const answer = await verbs.execute(call, { signal, ...compact({ tenant }) });
    log.info("looked up records while planning", { event: "planner.lookup", tool, ok: answer.ok });
    return answer.ok ? { ok: true, output: answer.output } : refused(answer.error.code, answer.error.message);
  };
  return {
    toolbox: verbs.list(tenant).filter(({ isUnplanned }) => isUnplanned !== true),
    read(tool, args) {
      const key = `${tool} ${JSON.stringify(args)}`;
      const known = asked.get(key);
      if (known !== undefined) return known;
      const answer = ask(tool, args);
      asked.set(key, answer);
      return answer;
    },
  };
}

function refused(code: string, message: string): LookupAnswer {
  return { ok: false, code, message };
}
