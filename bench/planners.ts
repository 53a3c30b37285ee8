import MiniSearch from "minisearch";
import { createToolbox, type ToolSpec } from "../src/plan/tool-spec.ts";
import { accounted, createGrammarPlanner } from "../src/planners/index.ts";
import { planGoal } from "../src/planners/grammar/plan-goal.ts";
import { createToolIndex } from "../src/planners/grammar/search/tool-index.ts";
import { systemClock } from "../src/runtime/system-clock.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { type Figure, figure } from "./figure.ts";
import { compare, heapMb, quantile } from "./measure.ts";

// The grammar planner: how long a request takes, how that grows with the manifest, and what it costs beside a plain
// full-text search of the same manifest.

const nouns =
  "quote invoice ticket deal contact order product shipment report meeting campaign contract payment supplier warehouse employee project task budget lead refund license server backup survey course room vehicle claim policy".split(
    " ",
  );
const deeds =
  "create update delete list find archive approve export assign schedule cancel duplicate share review merge restore lock".split(
    " ",
  );
const details = "status owner amount due_date priority region category channel note reference".split(" ");

/** A generated manifest: every tool has words of its own beside shared ones. */
function manifest(size: number): ToolSpec[] {
  const tools = Array.from({ length: size }, (_, i) => {
    const noun = nouns[i % nouns.length] ?? "";
    const deed = deeds[Math.floor(i / nouns.length) % deeds.length] ?? "";
    const family = Math.floor(i / (nouns.length * deeds.length));
    const mark = family === 0 ? "" : ` of branch ${"abcdefghij"[family % 10]}${family}`;
    const detail = details[i % details.length] ?? "";
    return {
      name: `${deed}_${noun}${family === 0 ? "" : `_branch${family}`}`,
      description: `${deed} a ${noun}${mark} by its identifier, with its ${detail}`,
      inputSchema: {
        type: "object",
        properties: {
          [`${noun}_id`]: { type: "string", description: `Identifier of the ${noun}` },
          [detail]: { type: detail === "amount" ? "number" : "string", description: `The ${detail} of the ${noun}` },
          limit: { type: "integer", description: "Number of results" },
        },
        required: [`${noun}_id`],
      },
    };
  });
  return [...createToolbox(tools).values()];
}

const goals = [
  "Approve the invoice INV-204",
  "Update the deal D-17 with the owner Anna Berg and then archive ticket T-9",
  "List 5 shipments for order ORD-77, please",
  "Schedule a review of contract C-33 and cancel meeting M-4",
  "Find the payment P-1009 and export it",
];

/** Texts nobody writes by hand: planning must stay bounded whatever comes in. */
const longTexts: Readonly<Record<string, string>> = {
  "repeated clauses": "approve the invoice INV-204 and then archive ticket T-9. ",
  identifiers: "INV-204, T-9, ",
  names: "Anna Berg ",
  "list items": "- archive ticket T-9\n",
  dates: "from Monday to Friday next week at 5pm ",
  "open quotes": "'a ",
};

/** What 8 KB of such a text cost, and how that grows from 4 KB; each time another text, so that nothing is remembered. */
async function longFigures(): Promise<Figure[]> {
  const planner = accounted(createGrammarPlanner());
  const toolbox = manifest(40);
  const call = { signal: new AbortController().signal, clock: systemClock };
  let made = 0;
  const timesOf = async (text: string, chars: number): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const goal = `${made++} ${text.repeat(Math.ceil(chars / text.length))}`.slice(0, chars);
      const before = process.cpuUsage();
      await planner.plan(
        { agentId: "bench", goal, toolbox, surface: "runs", now: "2026-03-04T10:00:00Z", zone: "UTC" },
        call,
      );
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    return times;
  };
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(longTexts)) {
    const [half, whole] = [await timesOf(text, 4_000), await timesOf(text, 8_000)];
    const said = { table: "One long request", name, better: "lower" } as const;
    figures.push(
      figure({ ...said, what: "processor time of 8 KB", unit: "ms", aim: 50 }, whole),
      figure({ ...said, what: "to 4 KB", unit: "×" }, quantile(whole, 0.5) / quantile(half, 0.5)),
    );
  }
  return figures;
}

export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const sizes = [27, 40, 400, 4000];
  const rounds = quick ? 31 : 101;
  const boxes = new Map(sizes.map((size) => [size, manifest(size)]));
  const box = (size: number): ToolSpec[] => boxes.get(size) ?? [];
  const plan = (goal: string, size: number): unknown =>
    planGoal({ goal, toolbox: box(size), now: "2026-03-04T10:00:00Z", zone: "UTC" });
  for (const size of sizes) for (const goal of goals) for (let i = 0; i < 30; i += 1) plan(goal, size);
  const [goal = ""] = goals;
  const [, grown] = compare(
    [
      { name: "40 tools", run: () => plan(goal, 40) },
      { name: "4,000 tools", run: () => plan(goal, 4000) },
    ],
    rounds,
  );
  const search = searchOf(box(400));
  const [, beside] = compare(
    [
      { name: "minisearch, one BM25 search of 400 tools", run: () => search(goal) },
      { name: "one plan against 400 tools", run: () => plan(goal, 400) },
    ],
    rounds,
  );
  const said = { table: "One request", unit: "×", better: "lower" } as const;
  return {
    figures: [
      figure({ ...said, name: "4,000 tools", what: "to the same request with 40 tools", aim: 4 }, grown?.ratios ?? []),
      figure(
        { ...said, name: "400 tools", what: "to one BM25 search of them by minisearch", aim: 20 },
        beside?.ratios ?? [],
      ),
      ...(await longFigures()),
      ...sizes.flatMap((size) => sizeFigures(size, box(size), (at) => plan(goals[at % goals.length] ?? "", size))),
    ],
  };
}

function sizeFigures(size: number, toolbox: ToolSpec[], plan: (at: number) => unknown): Figure[] {
  const times = Array.from({ length: 400 }, (_, at) => timed(() => plan(at)));
  const builds = Array.from({ length: 5 }, () => timed(() => createToolIndex([...toolbox])));
  const said = { table: "By the size of the manifest", name: `${size} tools`, better: "lower", unit: "ms" } as const;
  return [
    figure({ ...said, what: "p50 of a request" }, times),
    figure({ ...said, what: "p99 of a request" }, quantile(times, 0.99)),
    figure({ ...said, what: "to build the index" }, builds),
    figure({ ...said, what: "the index", unit: "MB" }, indexMegabytes(toolbox)),
  ];
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The contents of one index. */
function indexMegabytes(toolbox: readonly ToolSpec[]): number {
  const before = heapMb();
  const index = createToolIndex([...toolbox]);
  const after = heapMb();
  return index.tools.length === 0 ? 0 : Math.max(0, after - before);
}

function searchOf(toolbox: readonly ToolSpec[]): (goal: string) => unknown {
  const search = new MiniSearch({ fields: ["name", "description"], storeFields: [] });
  search.addAll(toolbox.map(({ name, description }, id) => ({ id, name: name.replaceAll("_", " "), description })));
  return (goal) => search.search(goal);
}
