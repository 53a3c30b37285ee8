import { sayNumber } from "../print.ts";
import { markdown } from "../report/blocks.ts";
import type { Result } from "../results.ts";
import { claimMs, type Constants, constantsOf, type RunCosts } from "./constants.ts";
import { type Model, simulate, type Simulated } from "./simulate.ts";

/** The machines that are assumed; everything else was measured. */
export const assumed = {
  slotsOfWorker: 64,
  databaseCores: 16,
  flushMs: 0.5,
  logMegabytesASecond: 200,
  mostConnections: 1_000,
  stepMs: 300,
  steps: 3,
};

type TableInput = { costs: RunCosts; toolMs: number; workers: number; databases: number };

const fleets = [
  { workers: 10, databases: 1 },
  { workers: 100, databases: 1 },
  { workers: 1_000, databases: 1 },
  { workers: 1_000, databases: 10 },
];

/** The whole block of docs/scale.md. */
export function scaleTable(result: Result): string {
  const constants = constantsOf(result);
  return [costTable(constants), simulationTable(constants), idleLine(constants), checkTable(constants, result)].join(
    "\n\n",
  );
}

function costTable({ runs, connectionsOfWorker }: Constants): string {
  const lines = Object.entries(runs).map(([name, costs]) => [
    name,
    ...[costs.rows, costs.bytes, costs.transactions, costs.flushes, costs.notices].map(sayNumber),
    `${sayNumber(costs.databaseMs)} ms`,
    `${sayNumber(costs.workerMs)} ms`,
    sayNumber(connectionsOfWorker),
  ]);
  const head = ["one run costs", "rows written", "bytes of log", "transactions", "syncs", "notices"];
  return markdown([...head, "processor of Postgres", "processor of a worker", "connections a worker"], lines);
}

function simulationTable(constants: Constants): string {
  const { stepMs, steps, mostConnections } = assumed;
  const lines = Object.entries(constants.runs).flatMap(([name, costs]) =>
    [0, stepMs].flatMap((ms) =>
      fleets.map(({ workers, databases }) => {
        const setting = { costs, toolMs: ms * steps, workers: workers / databases, databases };
        const model = modelOf(constants, setting);
        const found = simulate(model);
        const connections = setting.workers * constants.connectionsOfWorker;
        const tools = ms === 0 ? "answer at once" : `take ${ms} ms`;
        const first = connections > mostConnections ? `connections, then ${busiest(found)}` : busiest(found);
        return [
          name,
          tools,
          `${sayNumber(workers)}${databases === 1 ? "" : ` on ${databases} databases`}`,
          sayNumber(Math.round(found.perSecond * databases)),
          ...[found.workers, found.database, 1 - costs.databaseMs / model.databaseMs, found.log].map(percent),
          sayNumber(connections),
          first,
        ];
      }),
    ),
  );
  const head = [
    "run",
    "tools",
    "workers",
    "runs a second",
    "workers busy",
    "database busy",
    "of that claims and notices",
    "log used",
  ];
  return markdown([...head, "connections of a database", "first bottleneck"], lines);
}

function percent(part: number): string {
  return `${Math.round(Math.min(1, part) * 100)} %`;
}

function busiest({ workers, database, log, slots }: Simulated): string {
  const parts = {
    "the workers' processors": workers,
    "the database's processors": database,
    "the log": log,
    "slots of the workers": slots,
  };
  const [first] = Object.entries(parts).toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? "";
}

/** A worker makes one claim at a time for all slots that are free: slower claims are fewer and larger. */
export function modelOf(constants: Constants, { costs, toolMs, workers }: TableInput): Model {
  const { slotsOfWorker, databaseCores, flushMs, logMegabytesASecond } = assumed;
  const claim = claimMs(constants, workers * slotsOfWorker);
  const more = Math.max(0, claim - claimMs(constants, slotsOfWorker));
  const heard = costs.notices * workers * constants.noticeMs;
  let databaseMs = costs.databaseMs + heard;
  for (let turn = 0; turn < 50; turn += 1) {
    const most = Math.min(
      workers / costs.workerMs,
      databaseCores / databaseMs,
      (workers * slotsOfWorker) / (toolMs + 1),
    );
    const runsOfClaim = Math.max(1, (most / workers) * claim);
    databaseMs = (databaseMs + costs.databaseMs + heard + more / runsOfClaim) / 2;
  }
  return {
    slots: workers * slotsOfWorker,
    workers,
    workerMs: costs.workerMs,
    databaseCores,
    databaseMs,
    flushes: costs.flushes,
    flushMs,
    bytes: costs.bytes,
    logBytesPerMs: logMegabytesASecond * 1000,
    toolMs,
  };
}

function idleLine({ idle }: Constants): string {
  const of = 1_000;
  const cores = sayNumber((idle.databaseMs * of) / 1000);
  return `${sayNumber(of)} workers with nothing to do ask for ${sayNumber(idle.transactions * of)} transactions a second and keep ${cores} cores of the database busy.`;
}

/** Measurements on this machine beside the prediction for its cores with the same constants. */
function checkTable({ runs }: Constants, { figures, machine }: Result): string {
  const lines = figures
    .filter(({ what }) => what === "runs a second")
    .map(({ name, value }) => {
      const costs = runs[name.split(",")[0] ?? ""];
      const workers = Number(/(\d+) worker/.exec(name)?.[1]);
      if (costs === undefined) return [name];
      const allowed = Math.min(workers / costs.workerMs, machine.cores / (costs.workerMs + costs.databaseMs)) * 1000;
      return [name, sayNumber(value), sayNumber(allowed), `${sayNumber(value / allowed)} ×`];
    });
  return markdown(
    [
      `${machine.cores} cores for workers and Postgres together`,
      "runs a second, measured",
      "what the cores allow",
      "ratio",
    ],
    lines,
  );
}
