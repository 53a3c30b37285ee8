import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { determinismExamples } from "../../src/contracts/determinism/examples.ts";
import { reactExamples } from "../../src/contracts/react/examples.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { structuredExamples } from "../../src/contracts/structured/examples.ts";
import { isJsonObject } from "../../src/plan/json.ts";
import { change, walk } from "../../src/testing/conformance/mutation.ts";
import { longestTurn, maxTurnMs } from "../support/longest-turn.ts";
import { type Operation, operations } from "../support/openapi-document.ts";
import { schemaArbitrary } from "../support/schema-arbitrary.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Valid documents for every route, with one value grown to the limits: a long text, many entries, many fields.
// HOSTILE_CASES=10000 tries every place of every document.
const casesOfRoute = Number(process.env["HOSTILE_CASES"] ?? 20);

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld(undefined, { limits: { rate: { requests: 1e9, windowMs: 1000 } } });
  key = await world.key("acme", ["admin", "write"]);
});
afterAll(() => world.stop());

const examples: Record<string, readonly unknown[]> = {
  plan: [serviceExamples.request],
  planReact: [reactExamples.request],
  planWith: [determinismExamples.input],
  startRun: [serviceExamples.response, structuredExamples.plan, determinismExamples.plan],
  previewRun: [structuredExamples.plan, determinismExamples.plan],
  validatePlan: [{ contract: "structured", plan: structuredExamples.plan }],
};
const words = ["echo_tool", "a", "Generate a purchase order from quote Q-0192", "0 9 * * 1", "{{results.s1}}"];
const documentsOf = ({ operationId, body }: Operation): unknown[] => [
  ...(examples[operationId] ?? []),
  ...fc.sample(schemaArbitrary(body, words), { seed: 7, numRuns: 4 }),
];

/** A request has at most 1 MiB, and a goal or a text fewer characters. */
const maxChars = 1_000_000;
const sizes = [maxChars, 9_900, 990];
const fill = (text: string, size = maxChars): string => text.repeat(Math.floor(size / JSON.stringify(text).length));

type Growth = (value: unknown) => unknown;
const growText: Growth[] = ["a", " and then ", "{{results.s1}}", "\u0301", "\\(a*", "-1 ", "\n", "🙂", "?"].flatMap(
  (text) => sizes.map((size) => () => fill(text, size)),
);
const growNumber: Growth[] = [() => Number.MAX_SAFE_INTEGER, () => -1e308];
const growList: Growth[] = [
  (list) => {
    const [item = "a"]: unknown[] = Array.isArray(list) ? list : [];
    return Array.from({ length: Math.floor(maxChars / (JSON.stringify(item).length + 1)) }, () => item);
  },
  () => Array.from({ length: 49_000 }, () => 0),
  () => Array.from({ length: 49_000 }, (_, at) => `s${at}`),
  () => Array.from({ length: 9_900 }, (_, at) => ({ id: `s${at}` })),
];
const growObject: Growth[] = [
  (value) => {
    const [, item = "a"] = Object.entries(isJsonObject(value) ? value : {})[0] ?? [];
    const count = Math.floor(maxChars / (JSON.stringify(item).length + 10));
    return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, item]));
  },
  () => Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: [inner] }), fill("a")),
];

function growthsOf(value: unknown): Growth[] {
  if (typeof value === "string") return growText;
  if (typeof value === "number") return growNumber;
  if (Array.isArray(value)) return growList;
  return isJsonObject(value) ? growObject : [];
}

type Case = { place: string; body: () => string };

/** All cases of a route, in a mixed order. */
function casesOf(operation: Operation): Case[] {
  const cases = documentsOf(operation).flatMap((document) =>
    [...walk(document, () => false)].flatMap(([path, value]) =>
      growthsOf(value).map((growth, at) => ({
        place: `/${path.join("/")}, growth ${at}`,
        body: () => JSON.stringify(change(document, path, growth(value))),
      })),
    ),
  );
  const count = cases.length;
  return fc.sample(fc.shuffledSubarray(cases, { minLength: count, maxLength: count }), { seed: 3, numRuns: 1 }).flat();
}

const withBody = operations.filter(({ body }) => body !== undefined);

describe("a large value anywhere in a document does not hold the event loop", { timeout: 3_600_000 }, () => {
  it.each(withBody)("$operationId", async (operation) => {
    const slow: string[] = [];
    for (const { place, body } of casesOf(operation).slice(0, casesOfRoute)) {
      const text = body();
      const turnMs = await longestTurn((attempt) => send(operation, `${text}${" ".repeat(attempt)}`));
      if (turnMs > maxTurnMs) slow.push(`${place}: ${turnMs} ms for ${text.slice(0, 100)}`);
    }
    expect(slow).toEqual([]);
  });
});

function send({ method, path }: Operation, body: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return Promise.resolve(world.app.request(path.replaceAll(/\{\w+\}/g, "x"), { method, headers, body }));
}
