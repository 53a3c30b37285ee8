import type { PlanRequest } from "./ask-request.ts";

type Call = { path: string; body: object; call: string };

/** The request to the contract's route. */
function callOf({ goal, contract, planner }: PlanRequest): Call {
  switch (contract) {
    case "service": {
      const body = { session_id: 1, message: goal, context: { company_id: 1 } };
      return { path: "/plan", body, call: `client.plan({ body: ${json(body)} })` };
    }
    case "structured": {
      const body = { goal };
      return { path: "/plan/structured", body, call: `client.planStructured({ body: ${json(body)} })` };
    }
    case "actions": {
      const body = { text: goal };
      return { path: "/plan/actions", body, call: `client.planActions({ body: ${json(body)} })` };
    }
    case "determinism": {
      const body = { goal, contract, planner };
      return { path: "/plan/explain", body, call: `client.explainPlan({ body: ${json(body)} })` };
    }
    default:
      return contract satisfies never;
  }
}

export function asCurl(asked: PlanRequest, origin: string): string {
  const { path, body } = callOf(asked);
  return `curl -s ${quoted(origin + path)} -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`;
}

export function asTypeScript(asked: PlanRequest, origin: string): string {
  const { call } = callOf(asked);
  return [
    'import { createClient } from "planwright/client";',
    "",
    `const client = createClient({ baseUrl: ${json(origin)} });`,
    `console.log(await ${call});`,
  ].join("\n");
}

export function asCli({ goal, contract, planner }: PlanRequest): string {
  const chosen = contract === "actions" ? "" : ` --planner ${quoted(planner)}`;
  return `planwright plan ${quoted(goal)} --contract ${contract}${chosen}`;
}

/** Quotes a text as one shell word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
