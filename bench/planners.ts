import MiniSearch from "minisearch";
import { createToolbox, type ToolSpec } from "../src/plan/tool-spec.ts";
import { planGoal } from "../src/planners/grammar/index.ts";
import { createToolIndex } from "../src/planners/grammar/search/tool-index.ts";
import { compare, comparisonRows, print, quantile, round } from "./measure.ts";

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

/** A manifest of its own making: every tool has its own words beside those it shares. */
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

export function run(args: readonly string[]): void {
  const sizes = [27, 40, 400, 4000];
  const boxes = new Map(sizes.map((size) => [size, manifest(size)]));
  const box = (size: number): ToolSpec[] => boxes.get(size) ?? [];
  const plan = (goal: string, size: number): unknown =>
    planGoal({ goal, toolbox: box(size), now: "2026-03-04T10:00:00Z", zone: "UTC" });
  for (const size of sizes) for (const goal of goals) for (let i = 0; i < 30; i += 1) plan(goal, size);

  const latency = sizes.map((size) => {
    const times = Array.from({ length: 400 }, (_, i) => timed(() => plan(goals[i % goals.length] ?? "", size)));
    return { tools: size, "p50 ms": round(quantile(times, 0.5)), "p99 ms": round(quantile(times, 0.99)) };
  });
  const goal = goals[0] ?? "";
  const growth = compare([
    { name: "40 tools", run: () => plan(goal, 40) },
    { name: "4,000 tools", run: () => plan(goal, 4000) },
  ]);
  const building = sizes.map((size) => ({
    tools: size,
    "index build ms": round(
      quantile(
        Array.from({ length: 5 }, () => timed(() => createToolIndex([...box(size)]))),
        0.5,
      ),
    ),
    "index MB": round(indexMegabytes(box(size))),
  }));
  const search = searchOf(box(400));
  const against = compare([
    { name: "minisearch, one BM25 search of 400 tools", run: () => search(goal) },
    { name: "one plan against 400 tools", run: () => plan(goal, 400) },
  ]);
  print(
    [
      { title: "A request, by the size of the manifest", rows: latency },
      {
        title: "Growth, the same request (limit: 4 times)",
        rows: comparisonRows(growth),
        verdict: verdict(growth[1]?.ratio, 4),
      },
      { title: "Building the index", rows: building },
      {
        title: "Beside a plain search (limit: 20 times)",
        rows: comparisonRows(against),
        verdict: verdict(against[1]?.ratio, 20),
      },
    ],
    args,
  );
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function verdict(ratio: number | undefined, limit: number): string {
  return ratio !== undefined && ratio <= limit
    ? `kept: ${ratio.toFixed(2)} of ${limit}`
    : `NOT kept: ${String(ratio)} of ${limit}`;
}

/** What one index holds; only with `--expose-gc` is the figure free of garbage. */
function indexMegabytes(toolbox: readonly ToolSpec[]): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const index = createToolIndex([...toolbox]);
  globalThis.gc?.();
  return index.tools.length === 0 ? 0 : Math.max(0, (process.memoryUsage().heapUsed - before) / 2 ** 20);
}

function searchOf(toolbox: readonly ToolSpec[]): (goal: string) => unknown {
  const search = new MiniSearch({ fields: ["name", "description"], storeFields: [] });
  search.addAll(toolbox.map(({ name, description }, id) => ({ id, name: name.replaceAll("_", " "), description })));
  return (goal) => search.search(goal);
}
