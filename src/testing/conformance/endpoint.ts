import type { Json } from "../../plan/json.ts";
import { parsePointer } from "../../plan/pointer.ts";
import { type Path, shapeMutations } from "../mutations/mutation.ts";
import type { Ask, Asked, Reply } from "./ask.ts";
import type { Finding, KitContract } from "./finding.ts";
import { pick, type Random, spoil, spoiltEverywhere } from "./spoil.ts";

/** One POST of a contract: what may be sent, and what must come back. */
export type Endpoint = {
  contract: KitContract;
  path: string;
  examples: readonly Json[];
  /** Where the contract lets anything stand. */
  isOpen: (path: Path) => boolean;
  /** Everything wrong with an answer to this request. */
  faults: (answer: Json | undefined, request: unknown) => readonly string[];
  /** Whether a good request may be answered with 422, because this server cannot do what it asks. */
  mayRefuse?: boolean;
};

export type Effort = { ask: Ask; random: Random; /** Requests spoilt at random, for each endpoint. */ fuzz: number };

/** The examples, everything that must be refused, and requests spoilt at random. */
export async function* checkEndpoint(endpoint: Endpoint, effort: Effort): AsyncGenerator<Finding> {
  const { contract, path } = endpoint;
  const base = { contract, endpoint: `POST ${path}` };
  const first = await effort.ask(post(path, endpoint.examples[0]));
  if (isAbsent(first)) {
    yield { ...base, check: "is there", outcome: "absent" };
    return;
  }
  const checks = [examplesHold, wrongShapesRefused, brokenTextsRefused, spoiltSurvived] as const;
  for (const check of checks) {
    const broken = await check(endpoint, effort);
    const outcome = broken === undefined ? "kept" : "broken";
    yield { ...base, check: names.get(check) ?? "", outcome, ...(broken !== undefined && { detail: broken }) };
  }
}

type Check = (endpoint: Endpoint, effort: Effort) => Promise<string | undefined>;

/** Undefined where every example is answered as the contract says. */
async function examplesHold(endpoint: Endpoint, { ask }: Effort): Promise<string | undefined> {
  for (const example of endpoint.examples) {
    const reply = await ask(post(endpoint.path, example));
    const wrong = goodFault(endpoint, example, reply);
    if (wrong !== undefined) return told(example, reply, wrong);
  }
  return undefined;
}

async function wrongShapesRefused({ path, examples, isOpen }: Endpoint, { ask }: Effort): Promise<string | undefined> {
  for (const example of examples) {
    for (const { name, document, pointer } of shapeMutations(example, isOpen)) {
      if (isOpen(parsePointer(pointer) ?? [])) continue;
      const reply = await ask(post(path, document));
      if (!isRefusal(reply))
        return told(document, reply, `${name} at ${pointer || "the top"} must be refused with 4xx`);
    }
  }
  return undefined;
}

const brokenTexts: readonly (readonly [text: string, type?: string])[] = [
  ["{"],
  ["{]"],
  ["nothing"],
  ["[]"],
  ["null"],
  ['{"a":1}}'],
  ["a=b&c=d", "application/x-www-form-urlencoded"],
];

async function brokenTextsRefused({ path }: Endpoint, { ask }: Effort): Promise<string | undefined> {
  for (const [body, type] of brokenTexts) {
    const reply = await ask({ method: "POST", path, body, ...(type !== undefined && { type }) });
    if (!isRefusal(reply)) return told(body, reply, "what is no document must be refused with 4xx");
  }
  return undefined;
}

async function spoiltSurvived(endpoint: Endpoint, { ask, random, fuzz }: Effort): Promise<string | undefined> {
  const { examples, path } = endpoint;
  const chance = Array.from({ length: fuzz }, () => spoil(pick(examples, random), random));
  for (const document of [...spoiltEverywhere(examples[0]), ...chance]) {
    const reply = await ask(post(path, document));
    if (isRefusal(reply)) continue;
    const wrong = goodFault(endpoint, document, reply);
    if (wrong !== undefined) return told(document, reply, wrong);
  }
  return undefined;
}

const names = new Map<Check, string>([
  [examplesHold, "answers the contract's examples"],
  [wrongShapesRefused, "refuses every wrong type and unknown field"],
  [brokenTextsRefused, "refuses what is no document"],
  [spoiltSurvived, "answers or refuses whatever comes, in time and in shape"],
]);

function goodFault({ faults, mayRefuse = false }: Endpoint, request: unknown, reply: Reply): string | undefined {
  if (mayRefuse && reply.status === 422) return undefined;
  if (reply.status < 200 || reply.status > 299) return `status ${reply.status} where 2xx is due`;
  const wrong = faults(reply.json, request);
  return wrong.length === 0 ? undefined : wrong.join("; ");
}

function post(path: string, json: unknown): Asked {
  return { method: "POST", path, body: { json } };
}

export function isAbsent({ status }: Reply): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** 404 is no refusal of a body, and 401 or 429 says nothing about it. */
function isRefusal({ status }: Reply): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}

export function told(sent: unknown, { status, text }: Reply, wrong: string): string {
  const short = (words: string): string => (words.length > 300 ? `${words.slice(0, 300)}…` : words);
  return `${wrong}. Sent ${short(typeof sent === "string" ? sent : JSON.stringify(sent))}, got ${status} ${short(text)}`;
}
