import { compact } from "../../plan/compact.ts";
import type { Json } from "../../plan/json.ts";
import { parsePointer } from "../../plan/pointer.ts";
import { type Path, shapeMutations } from "./mutation.ts";
import type { SendRequest, SentRequest, Reply } from "./send-request.ts";
import type { Finding, KitContract } from "./finding.ts";
import { mutateRandomly, pick, type Random, withEdgeCases } from "./fuzz.ts";

/** A POST endpoint of a contract: valid requests, and the check of its answers. */
export type Endpoint = {
  contract: KitContract;
  path: string;
  examples: readonly Json[];
  /** Where the contract allows any value. */
  isOpen: (path: Path) => boolean;
  /** All faults of an answer to this request. */
  faults: (answer: Json | undefined, request: unknown) => readonly string[];
  /** Whether 422 is a valid answer to a valid request, because the server may lack the tools. */
  mayRefuse?: boolean;
};

export type CheckContext = { ask: SendRequest; random: Random; /** Fuzzed requests per endpoint. */ fuzz: number };

/** Checks the examples, requests that must be refused, and fuzzed requests. */
export async function* checkEndpoint(endpoint: Endpoint, effort: CheckContext): AsyncGenerator<Finding> {
  const { contract, path } = endpoint;
  const base = { contract, endpoint: `POST ${path}` };
  const first = await effort.ask(post(path, endpoint.examples[0]));
  if (isAbsent(first)) {
    yield { ...base, check: "exists", outcome: "absent" };
    return;
  }
  const checks = [checkExamples, checkWrongShapes, checkMalformedBodies, checkFuzzedRequests] as const;
  for (const check of checks) {
    const broken = await check(endpoint, effort);
    const outcome = broken === undefined ? "kept" : "broken";
    yield { ...base, check: names.get(check) ?? "", outcome, ...compact({ detail: broken }) };
  }
}

type Check = (endpoint: Endpoint, effort: CheckContext) => Promise<string | undefined>;

/** Undefined if all examples are answered according to the contract. */
async function checkExamples(endpoint: Endpoint, { ask }: CheckContext): Promise<string | undefined> {
  for (const example of endpoint.examples) {
    const reply = await ask(post(endpoint.path, example));
    const wrong = findFault(endpoint, example, reply);
    if (wrong !== undefined) return describeViolation(example, reply, wrong);
  }
  return undefined;
}

async function checkWrongShapes(
  { path, examples, isOpen }: Endpoint,
  { ask }: CheckContext,
): Promise<string | undefined> {
  for (const example of examples) {
    for (const { name, document, pointer } of shapeMutations(example, isOpen)) {
      if (isOpen(parsePointer(pointer) ?? [])) continue;
      const reply = await ask(post(path, document));
      if (!isRefusal(reply))
        return describeViolation(document, reply, `${name} at ${pointer || "the top"} must be refused with 4xx`);
    }
  }
  return undefined;
}

const malformedBodies: readonly (readonly [text: string, type?: string])[] = [
  ["{"],
  ["{]"],
  ["nothing"],
  ["[]"],
  ["null"],
  ['{"a":1}}'],
  ["a=b&c=d", "application/x-www-form-urlencoded"],
];

async function checkMalformedBodies({ path }: Endpoint, { ask }: CheckContext): Promise<string | undefined> {
  for (const [body, type] of malformedBodies) {
    const reply = await ask({ method: "POST", path, body, ...compact({ type }) });
    if (!isRefusal(reply)) return describeViolation(body, reply, "a malformed body must be refused with 4xx");
  }
  return undefined;
}

async function checkFuzzedRequests(
  endpoint: Endpoint,
  { ask, random, fuzz }: CheckContext,
): Promise<string | undefined> {
  const { examples, path } = endpoint;
  const chance = Array.from({ length: fuzz }, () => mutateRandomly(pick(examples, random), random));
  for (const document of [...withEdgeCases(examples[0]), ...chance]) {
    const reply = await ask(post(path, document));
    if (isRefusal(reply)) continue;
    const wrong = findFault(endpoint, document, reply);
    if (wrong !== undefined) return describeViolation(document, reply, wrong);
  }
  return undefined;
}

const names = new Map<Check, string>([
  [checkExamples, "answers the contract's examples"],
  [checkWrongShapes, "refuses every wrong type and unknown field"],
  [checkMalformedBodies, "refuses malformed bodies"],
  [checkFuzzedRequests, "answers or refuses fuzzed requests, in time and in the right format"],
]);

function findFault({ faults, mayRefuse = false }: Endpoint, request: unknown, reply: Reply): string | undefined {
  if (mayRefuse && reply.status === 422) return undefined;
  if (reply.status < 200 || reply.status > 299) return `status ${reply.status} instead of 2xx`;
  const wrong = faults(reply.json, request);
  return wrong.length === 0 ? undefined : wrong.join("; ");
}

function post(path: string, json: unknown): SentRequest {
  return { method: "POST", path, body: { json } };
}

export function isAbsent({ status }: Reply): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** 404, 401 and 429 do not refuse the body itself. */
function isRefusal({ status }: Reply): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}

export function describeViolation(sent: unknown, { status, text }: Reply, wrong: string): string {
  const short = (words: string): string => (words.length > 300 ? `${words.slice(0, 300)}…` : words);
  return `${wrong}. Sent ${short(typeof sent === "string" ? sent : JSON.stringify(sent))}, got ${status} ${short(text)}`;
}
