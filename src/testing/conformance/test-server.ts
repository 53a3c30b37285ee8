import { type SendRequest, createSendRequest, type Target } from "./send-request.ts";
import { endpoints, plannerEndpoint } from "./contracts.ts";
import { checkEndpoint, type CheckContext, type Endpoint } from "./endpoint.ts";
import { type ConformanceReport, conforms, type Finding, type KitContract, kitContracts } from "./finding.ts";
import { plannersOf } from "./determinism-guarantees.ts";
import { checkGuarantees } from "./guarantees.ts";
import { createRandom } from "./fuzz.ts";

export type ConformanceOptions = Target & {
  /** Contracts to test; all by default. */
  contracts?: readonly KitContract[];
  /** Fuzzed requests per endpoint; 100 by default. */
  fuzz?: number;
  seed?: number;
  onFinding?: (finding: Finding) => void;
};

/** Tests a server against the contracts: examples, invalid requests and fuzzed requests. */
export async function testServer(options: ConformanceOptions): Promise<ConformanceReport> {
  const { baseUrl, contracts = kitContracts, fuzz = 100, seed = 1, onFinding = () => {} } = options;
  const send = createSendRequest(options);
  let requests = 0;
  const ask: SendRequest = (asked) => {
    requests += 1;
    return send(asked);
  };
  const findings: Finding[] = [];
  const effort: CheckContext = { ask, fuzz, random: createRandom(seed) };
  for await (const finding of checks(effort, contracts)) {
    findings.push(finding);
    onFinding(finding);
  }
  return { url: baseUrl, findings, requests, conforms: conforms(findings, contracts) };
}

async function* checks(effort: CheckContext, contracts: readonly KitContract[]): AsyncGenerator<Finding> {
  const asked = endpoints.filter(({ contract }) => contracts.includes(contract));
  const planners = contracts.includes("determinism") ? await plannerEndpoints(effort.ask) : [];
  for (const endpoint of [...asked, ...planners]) yield* checkEndpoint(endpoint, effort);
  yield* checkGuarantees(effort.ask, contracts);
}

async function plannerEndpoints(ask: SendRequest): Promise<Endpoint[]> {
  return Object.keys((await plannersOf(ask)) ?? {}).map(plannerEndpoint);
}
