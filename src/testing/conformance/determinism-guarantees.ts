import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { PlannerErrorCode } from "../../contracts/determinism/planner.ts";
import { PlannerRegistry } from "../../contracts/determinism/registry.ts";
import { isJsonObject } from "../../plan/json.ts";
import { fieldOf } from "./contracts.ts";
import { describeViolation, isAbsent } from "./endpoint.ts";
import { absent, type Guarantee, post } from "./guarantee.ts";
import type { Reply, SendRequest } from "./send-request.ts";

export const determinismGuarantees: readonly Guarantee[] = [
  {
    contract: "determinism",
    endpoint: "GET /planners",
    check: "lists planners by id, with class, determinism and cost_model",
    async findViolation(ask) {
      const reply = await ask({ method: "GET", path: "/planners" });
      if (isAbsent(reply)) return absent;
      const { success, error } = PlannerRegistry.safeParse(reply.json);
      return success ? undefined : describeViolation("", reply, `must be the registry: ${error.issues[0]?.message}`);
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /planners/{id}/plan",
    check: "a planner that declares full determinism returns the same bytes twice",
    async findViolation(ask) {
      const planners = await plannersOf(ask);
      if (planners === undefined) return absent;
      for (const [id] of Object.entries(planners).filter(([, { determinism }]) => determinism === "full")) {
        const path = `/planners/${encodeURIComponent(id)}/plan`;
        const once = (): Promise<Reply> => post(ask, path, determinismExamples.input);
        const [one, other] = [await once(), await once()];
        const [plan, again] = [one, other].map(({ json }) => JSON.stringify(fieldOf(json, "plan")));
        if (plan !== again)
          return describeViolation(determinismExamples.input, other, `${id} gave another plan than before`);
      }
      return undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /planners/{id}/plan",
    check: "answers an empty goal with a structured error",
    async findViolation(ask) {
      const asked = { agent_id: "test-agent", goal: " " };
      for (const id of Object.keys((await plannersOf(ask)) ?? {})) {
        const reply = await post(ask, `/planners/${encodeURIComponent(id)}/plan`, asked);
        if (!isPlannerError(reply))
          return describeViolation(asked, reply, `${id} must answer with code, message, retryable and details`);
      }
      return undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /plan/input-hash",
    check: "hashes the contract's inputs, and the time only where it is given",
    async findViolation(ask) {
      for (const [input, hash] of hashVectors) {
        const reply = await post(ask, "/plan/input-hash", input);
        if (isAbsent(reply)) return absent;
        if (fieldOf(reply.json, "plan_input_hash") !== hash)
          return describeViolation(input, reply, `plan_input_hash must be ${hash}`);
      }
      const [input] = hashVectors[0];
      const timed = { ...input, now: "2026-05-04T10:00:00Z", zone: "Europe/Berlin" };
      const reply = await post(ask, "/plan/input-hash", timed);
      return fieldOf(reply.json, "plan_input_hash") === hashVectors[0][1]
        ? describeViolation(timed, reply, "a time that is given must change plan_input_hash")
        : undefined;
    },
  },
  {
    contract: "determinism",
    endpoint: "POST /replay",
    check: "refuses an unknown run",
    async findViolation(ask) {
      const asked = { run_id: "no-such-run", mode: "dry_run" };
      const reply = await post(ask, "/replay", asked);
      return reply.status === 404 ? undefined : describeViolation(asked, reply, "must be 404");
    },
  },
];

const hashVectors = [
  [{ agent_id: "test-agent", goal: "Fetch user data from API" }, "8412fa735c60961c"],
  [{ agent_id: "test-agent", goal: "  fetch USER data from API\n", context_summary: null }, "8412fa735c60961c"],
  [{ agent_id: "a", goal: "echo こんにちは 🌍" }, "b683fb7c0aab8643"],
  [{ agent_id: "a", goal: "x", context_summary: "  ctx " }, "215bf0f0960f3ab2"],
  [{ agent_id: "a", goal: "x", context_summary: "" }, "b0f8bb24b7cdca86"],
] as const;

function isPlannerError({ status, json }: Reply): boolean {
  if (status < 400 || status > 599 || !isJsonObject(json)) return false;
  const { code, message, retryable, details } = json;
  const hasText = typeof message === "string" && message !== "";
  return PlannerErrorCode.safeParse(code).success && hasText && typeof retryable === "boolean" && isJsonObject(details);
}

/** The planners of the server; undefined if it has no such endpoint. */
export async function plannersOf(ask: SendRequest): Promise<PlannerRegistry | undefined> {
  const { json } = await ask({ method: "GET", path: "/planners" });
  return PlannerRegistry.safeParse(json).data;
}
