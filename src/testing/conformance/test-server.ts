import { type Ask, createAsk, type Target } from "./ask.ts";
import { endpoints, plannerEndpoint } from "./contracts.ts";
import { checkEndpoint, type Effort, type Endpoint } from "./endpoint.ts";
import { type ConformanceReport, conforms, type Finding, type KitContract, kitContracts } from "./finding.ts";
import { checkPromises, plannersOf } from "./promises.ts";
import { createRandom } from "./spoil.ts";

export type ConformanceOptions = Target & {
  /** The contracts the server claims; all by default. */
  contracts?: readonly KitContract[];
  /** Spoilt requests for each endpoint; 100 by default. */
  fuzz?: number;
  seed?: number;
  onFinding?: (finding: Finding) => void;
};

/** Holds a server that claims one of the contracts to it: by examples, by what must be refused, and by noise. */
export async function testServer(options: ConformanceOptions): Promise<ConformanceReport> {
  const { baseUrl, contracts = kitContracts, fuzz = 100, seed = 1, onFinding = () => {} } = options;
  const send = createAsk(options);
  let requests = 0;
  const ask: Ask = (asked) => {
    requests += 1;
    return send(asked);
  };
  const findings: Finding[] = [];
  const effort: Effort = { ask, fuzz, random: createRandom(seed) };
  for await (const finding of checks(effort, contracts)) {
    findings.push(finding);
    onFinding(finding);
  }
  return { url: baseUrl, findings, requests, conforms: conforms(findings, contracts) };
}

async function* checks(effort: Effort, contracts: readonly KitContract[]): AsyncGenerator<Finding> {
  const asked = endpoints.filter(({ contract }) => contracts.includes(contract));
  const planners = contracts.includes("determinism") ? await plannerEndpoints(effort.ask) : [];
  for (const endpoint of [...asked, ...planners]) yield* checkEndpoint(endpoint, effort);
  yield* checkPromises(effort.ask, contracts);
}

async function plannerEndpoints(ask: Ask): Promise<Endpoint[]> {
  return ((await plannersOf(ask)) ?? []).map(({ planner_id: id }) => plannerEndpoint(id));
}
