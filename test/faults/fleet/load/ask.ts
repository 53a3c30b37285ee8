import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../../../src/plan/json.ts";
import type { Outcome } from "../history.ts";
import type { Installation, Person } from "../installation.ts";
import type { Role } from "../member.ts";

export type Request = {
  role: Role;
  as: Person;
  method: "GET" | "POST";
  path: string;
  body?: object;
  /** Sent as `Idempotency-Key`. */
  key?: string;
};

export type Answer = { status: number; body: JsonObject };

/** Longer than any request that is executed, and short enough to retry at another server. */
const timeoutMs = 8_000;
const againMs = 250;

/** Asks one process of the role; undefined where no answer came. */
export async function askOnce(
  { members, keys }: Pick<Installation, "members" | "keys">,
  { role, as, method, path, body, key }: Request,
  pick: number,
): Promise<Answer | undefined> {
  const urls = members.flatMap((member) => (member.role === role ? (member.url() ?? []) : []));
  const url = urls[pick % Math.max(1, urls.length)];
  if (url === undefined) return undefined;
  const headers = {
    authorization: `Bearer ${keys[as]}`,
    "content-type": "application/json",
    ...(key !== undefined && { "idempotency-key": key }),
  };
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as JsonObject }; // our API speaks JSON
  } catch {
    return undefined;
  }
}

export type RequestOptions = {
  request: Request;
  /** What the thing is called that was accepted. */
  idOf: (answer: Answer) => string;
  /** When to give up; without it one attempt is all. */
  until?: number;
  /** Which of the role's processes is asked first; the next attempt goes to the next. */
  first: number;
};

/** Asks until there is an answer that says something. A refusal after silence leaves open what the silence was. */
export async function ask(
  where: Pick<Installation, "members" | "keys">,
  { request, idOf, until = 0, first }: RequestOptions,
): Promise<{ attempts: number; outcome: Outcome; answer?: Answer }> {
  let why = "";
  for (let attempts = 1; ; attempts += 1) {
    const answer = await askOnce(where, request, first + attempts - 1);
    const said = answer === undefined ? "no answer" : `${answer.status} ${textIn(answer.body, "code")}`;
    if (answer !== undefined && answer.status < 300)
      return { attempts, answer, outcome: { type: "ok", id: idOf(answer) } };
    if (answer !== undefined && isRefusal(answer))
      return { attempts, answer, outcome: why === "" ? { type: "fail", why: said } : { type: "unknown", why } };
    why = said;
    if (Date.now() >= until) return { attempts, outcome: { type: "unknown", why } };
    await pause(againMs);
  }
}

function isRefusal({ status, body }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429 && body["code"] !== "IDEMPOTENCY_IN_FLIGHT";
}

/** The text of the field; empty if it is absent. */
export function textIn(body: JsonObject | undefined, field: string): string {
  const value = body?.[field];
  return typeof value === "string" ? value : "";
}
