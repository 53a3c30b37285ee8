import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { PlannerInput } from "../../contracts/determinism/planner.ts";
import { parsePlanRequest } from "../../contracts/service/parse.ts";
import { serviceExamples } from "../../contracts/service/examples.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { KitContract } from "./finding.ts";
import { testServer } from "./test-server.ts";

type Answer = { status: number; body?: unknown; text?: string };
type Server = (path: string, body: string | undefined) => Answer | Promise<Answer>;

async function brokenBy(server: Server, contract: KitContract): Promise<string[]> {
  const report = await testServer({
    baseUrl: "http://small.test/",
    contracts: [contract],
    fuzz: 60,
    timeoutMs: 200,
    fetch: async (url, init) => {
      const body = typeof init.body === "string" ? init.body : undefined;
      const work = Promise.resolve(server(new URL(url).pathname, body));
      const late = new Promise<never>((_, reject) =>
        init.signal?.addEventListener("abort", () => reject(new Error("timed out"))),
      );
      const { status, body: json, text = JSON.stringify(json) ?? "" } = await Promise.race([work, late]);
      return new Response(text, { status });
    },
  });
  const broken = report.findings.filter(({ outcome }) => outcome === "broken").map(({ check }) => check);
  expect(report.conforms).toBe(broken.length === 0 && report.findings.some(({ outcome }) => outcome === "kept"));
  return broken;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** A server of contract 1 that does nothing but what the contract asks for. */
const good: Server = (path, body) => {
  if (path === "/healthz") return { status: 200, body: { status: "ok" } };
  if (path !== "/plan") return { status: 404 };
  const request = parsePlanRequest(parse(body));
  if (!request.ok) return { status: 422, body: { errors: request.issues } };
  return { status: 200, body: { ...serviceExamples.response, session_id: request.value.session_id } };
};

const planWith =
  (change: (answer: Answer, request: Record<string, unknown>) => Answer | Promise<Answer>): Server =>
  async (path, body) => {
    const answer = await good(path, body);
    const request = parse(body);
    return path === "/plan" && isJsonObject(request) ? change(answer, request) : answer;
  };

const examples = "answers the contract's examples";
const shapes = "refuses every wrong type and unknown field";
const texts = "refuses malformed bodies";
const noise = "answers or refuses fuzzed requests, in time and in the right format";
const locale = "locale changes wording, never structure";

describe("a server of the planner service", () => {
  it("that keeps the contract conforms", async () => {
    expect(await brokenBy(good, "service")).toEqual([]);
  });

  it.each<[string, Server, string[]]>([
    [
      "answers with another session",
      planWith((answer) => (answer.status === 200 ? { status: 200, body: serviceExamples.response } : answer)),
      [examples],
    ],
    [
      "lets unknown fields pass",
      planWith((answer, request) =>
        typeof request["session_id"] === "number" && typeof request["message"] === "string" && request["message"] !== ""
          ? { status: 200, body: { ...serviceExamples.response, session_id: request["session_id"] } }
          : answer,
      ),
      [shapes],
    ],
    [
      "takes any text for a request",
      (path, body) =>
        path === "/plan" && !isJsonObject(parse(body))
          ? { status: 200, body: serviceExamples.response }
          : good(path, body),
      [shapes, texts],
    ],
    [
      "breaks on a long message",
      planWith((answer, { message }) => (String(message).length > 10_000 ? { status: 500 } : answer)),
      [noise],
    ],
    [
      "never answers an empty message",
      planWith((answer, { message }) => (message === "" ? new Promise<Answer>(() => {}) : answer)),
      [noise],
    ],
    [
      "plans otherwise in Russian",
      planWith((answer, { context }) => {
        if (!JSON.stringify(context ?? null).includes("ru-RU") || !isJsonObject(answer.body)) return answer;
        return { status: 200, body: { ...answer.body, steps: [] } };
      }),
      [locale],
    ],
    [
      "answers HTML",
      (path) => (path === "/plan" ? { status: 200, text: "<html>" } : { status: 404 }),
      [examples, shapes, texts, noise],
    ],
    [
      "depends on a step that is not there",
      planWith((answer) =>
        isJsonObject(answer.body) && answer.status === 200
          ? { status: 200, body: { ...answer.body, steps: [{ ...serviceExamples.response.steps[1] }] } }
          : answer,
      ),
      [examples, noise],
    ],
    [
      "is ill",
      (path, body) => (path === "/healthz" ? { status: 200, body: { status: "fine" } } : good(path, body)),
      ["reports liveness"],
    ],
  ])("that %s is found out", async (_, server, checks) => {
    expect(await brokenBy(server, "service")).toEqual(expect.arrayContaining(checks));
  });

  it("that is not there at all does not conform", async () => {
    const report = await testServer({
      baseUrl: "http://small.test",
      contracts: ["react"],
      fetch: async () => new Response("", { status: 404 }),
    });
    expect(report).toMatchObject({ conforms: false });
    expect(new Set(report.findings.map(({ outcome }) => outcome))).toEqual(new Set(["absent"]));
  });
});

describe("a server of planners", () => {
  const noGoal = "PLANNER_INVALID_GOAL";
  const planners = {
    p: { class: "P", version: "1.0.0", determinism: "full", cost_model: { base_cents: 0, per_call_cents: 0 } },
  };
  const server =
    (planOf: (call: number) => object): Server =>
    (path, body) => {
      if (path === "/planners") return { status: 200, body: planners };
      if (path !== "/planners/p/plan") return { status: 404 };
      const input = PlannerInput.safeParse(parse(body)).data;
      if (input === undefined) return { status: 422 };
      if (input.goal.trim() === "") return { status: 422, body: { ...determinismExamples.error, code: noGoal } };
      calls += 1;
      return { status: 200, body: { plan: planOf(calls), metadata: {}, deterministic: true } };
    };
  let calls = 0;

  it("that keeps the contract conforms", async () => {
    expect(
      await brokenBy(
        server(() => determinismExamples.plan),
        "determinism",
      ),
    ).toEqual([]);
  });

  it("that says full and rolls dice is found out", async () => {
    const dice = (call: number): object => ({ steps: [{ step_id: `s${call}`, skill: "x", params: {} }] });
    expect(await brokenBy(server(dice), "determinism")).toContain(
      "a planner that declares full determinism returns the same bytes twice",
    );
  });
});

describe("the kit", () => {
  it("sends the same requests for the same seed, and others for another", async () => {
    const sent = async (seed: number): Promise<string> => {
      const bodies: unknown[] = [];
      const fetch = async (_: string, init: RequestInit): Promise<Response> => {
        bodies.push(init.body);
        return new Response("{}", { status: 422 });
      };
      await testServer({ baseUrl: "http://small.test", contracts: ["service"], fuzz: 20, seed, fetch });
      return JSON.stringify(bodies);
    };
    expect(await sent(7)).toBe(await sent(7));
    expect(await sent(7)).not.toBe(await sent(8));
  });

  it("needs no package: it runs where only planwright is installed", () => {
    for (const file of readdirSync(import.meta.dirname).filter((name) => !name.endsWith(".test.ts")))
      expect(readFileSync(join(import.meta.dirname, file), "utf8")).not.toMatch(/from "(?!\.)/);
  });
});
