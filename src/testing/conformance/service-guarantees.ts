import { serviceExamples } from "../../contracts/service/examples.ts";
import { SessionStepEvents } from "../../contracts/api/run.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { fieldOf, stepsOf } from "./contracts.ts";
import { describeViolation, isAbsent } from "./endpoint.ts";
import { absent, type Guarantee, post, runToEnd } from "./guarantee.ts";
import type { SendRequest } from "./send-request.ts";

const { request, response } = serviceExamples;

export const serviceGuarantees: readonly Guarantee[] = [
  {
    contract: "service",
    endpoint: "POST /plan",
    check: "locale changes wording, never structure",
    async findViolation(ask) {
      const replies = await Promise.all(
        ["en-US", "ru-RU"].map((locale) => post(ask, "/plan", { ...request, context: { company_id: 92, locale } })),
      );
      if (replies.some(isAbsent)) return absent;
      const [one, other] = replies.map(({ json }) => JSON.stringify(structureOf(json)));
      return one === other ? undefined : `en-US gives ${one}, ru-RU ${other}`;
    },
  },
  {
    contract: "service",
    endpoint: "POST /plan",
    check: "a rationale, where there is one, is a sentence",
    async findViolation(ask) {
      const reply = await post(ask, "/plan", request);
      const rationale = fieldOf(fieldOf(reply.json, "metadata"), "rationale");
      if (isAbsent(reply) || rationale === undefined) return absent;
      const isSentence = typeof rationale === "string" && /\S\s+\S/.test(rationale);
      return isSentence ? undefined : describeViolation(request, reply, "metadata.rationale must say why");
    },
  },
  {
    contract: "service",
    endpoint: "POST /plan",
    check: "without company_id, uses generic tools or asks for the company",
    async findViolation(ask) {
      const asked = { ...request, context: {} };
      const reply = await post(ask, "/plan", asked);
      if (isAbsent(reply)) return absent;
      const steps = stepsOf(reply.json);
      const isAnswered = steps.some((step) => fieldOf(step, "type") !== "message" || asksForCompany(step));
      return isAnswered ? undefined : describeViolation(asked, reply, "must use a tool or ask for context.company_id");
    },
  },
  {
    contract: "service",
    endpoint: "GET /planner/sessions/{session}/steps/{step}/events",
    check: "replays the events of a step page by page",
    findViolation: findReplayViolation,
  },
  {
    contract: "service",
    endpoint: "GET /healthz",
    check: "reports liveness",
    async findViolation(ask) {
      const reply = await ask({ method: "GET", path: "/healthz" });
      if (isAbsent(reply)) return absent;
      const lives = reply.status === 200 && fieldOf(reply.json, "status") === "ok";
      return lives ? undefined : describeViolation("", reply, 'must be 200 {"status":"ok"}');
    },
  },
];

/** Runs a plan of one message twice in a session: its events must be the same in one page and page by page. */
async function findReplayViolation(ask: SendRequest): Promise<string | undefined> {
  const session = 9_007_199;
  const path = `/planner/sessions/${session}/steps/step-1/events`;
  const message = { ...response.steps[2], id: "step-1", depends_on: [], payload: { channel: "system", content: "Hi" } };
  for (let run = 0; run < 2; run += 1) {
    const reply = await runToEnd(ask, { ...response, session_id: session, steps: [message] });
    if (isAbsent(reply)) return absent;
    if (reply.status !== 200) return describeViolation(message, reply, "a plan of one message must run");
  }
  const whole = await ask({ method: "GET", path });
  if (isAbsent(whole)) return absent;
  const all = SessionStepEvents.safeParse(whole.json).data?.events.map(({ id }) => id);
  if (all === undefined || all.length < 2) return describeViolation(path, whole, "must have an event of each run");
  const paged: string[] = [];
  for (let after: string | undefined = ""; after !== undefined && paged.length <= all.length;) {
    const query: string = after === "" ? "limit=1" : `limit=1&after=${encodeURIComponent(after)}`;
    const page = SessionStepEvents.safeParse((await ask({ method: "GET", path: `${path}?${query}` })).json).data;
    paged.push(...(page?.events.map(({ id }) => id) ?? []));
    after = page?.has_more === true ? page.next_after : undefined;
  }
  return paged.join() === all.join() ? undefined : `one page has ${all.join()}, page by page there are ${paged.join()}`;
}

function asksForCompany(step: Json): boolean {
  const missing = fieldOf(fieldOf(fieldOf(step, "payload"), "metadata"), "missing");
  return Array.isArray(missing) && missing.includes("context.company_id");
}

/** The plan without texts for people. */
function structureOf(answer: Json | undefined): unknown {
  return stepsOf(answer).map((step) => {
    const payload = fieldOf(step, "payload");
    const call = isJsonObject(payload) ? [payload["tool_name"], payload["arguments"], payload["action_name"]] : null;
    return [fieldOf(step, "id"), fieldOf(step, "type"), fieldOf(step, "depends_on"), call];
  });
}
