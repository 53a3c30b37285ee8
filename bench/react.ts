import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PlanReactRequest } from "../src/contracts/react/plan-react.ts";
import type { Engine, Job } from "../src/ports/engine.ts";
import type { Model } from "../src/ports/model.ts";
import { createModelReasoner, createReact, reactOnce, reactQueue } from "../src/react/index.ts";
import { createEmbeddedEngine } from "../src/engine/embedded/engine.ts";
import { systemClock as clock } from "../src/runtime/system-clock.ts";
import { createTimeIds } from "../src/runtime/time-ids.ts";
import { openDatabase } from "../src/store/sqlite/database.ts";
import { createFileLock } from "../src/store/sqlite/file-lock.ts";
import { createSqliteStore } from "../src/store/sqlite/store.ts";
import { createRegistry } from "../src/tools/registry.ts";
import { createVerbs } from "../src/tools/verb-router.ts";
import { defineTool } from "../src/tools/define-tool.ts";
import type { EffectClass } from "../src/plan/step.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { peersAbsent, peersHome } from "./contenders/peers.ts";
import { type Figure, figure } from "./figure.ts";
import { ratiosOf } from "./measure.ts";

/** Turns with one tool call each; the answer follows the last. */
const turns = 8;
const sliceMs = 120;

type Loop = { name: string; loop: () => Promise<void>; close: () => Promise<void> };

const inMemory = "AI SDK";
const durable = "LangGraph.js, SQLite synced";

/** Scripted models without latency; all loops in one process, in sequence in every round. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-react-"));
  const loops = [
    plainLoop(),
    onceLoop(),
    await keptLoop("durable, tools that read", folder, "read"),
    await keptLoop("durable, tools that write", folder, "additive"),
    ...(await openPeers(folder)),
  ];
  try {
    const times = await timesOf(loops, quick ? 3 : 21);
    return { figures: loops.flatMap(({ name }) => figuresOf(name, times)), skipped: peersAbsent() };
  } finally {
    for (const { close } of loops) await close();
    rmSync(folder, { recursive: true });
  }
}

function figuresOf(name: string, times: ReadonlyMap<string, readonly number[]>): Figure[] {
  const said = { table: `${turns} turns with one tool each`, name, better: "lower" } as const;
  const against = (base: string, aim: { aim?: number }): Figure[] => {
    const of = times.get(base);
    const ratios = of === undefined ? [] : ratiosOf(times.get(name), of);
    return of === undefined ? [] : [figure({ ...said, what: `to ${base}`, unit: "×", ...aim }, ratios)];
  };
  return [
    figure({ ...said, what: "a loop", unit: "µs" }, times.get(name) ?? []),
    ...against(inMemory, name === "Planwright" ? { aim: 0.5 } : {}),
    // Six times as fast as the other peer that persists its steps.
    ...(name.startsWith("Planwright, durable") ? against(durable, { aim: 0.167 }) : []),
  ];
}

async function timesOf(loops: readonly Loop[], rounds: number): Promise<Map<string, number[]>> {
  const times = new Map(loops.map(({ name }) => [name, [] as number[]]));
  for (const { loop } of loops) await slice(loop);
  for (let at = 0; at < rounds; at += 1) for (const { name, loop } of loops) times.get(name)?.push(await slice(loop));
  return times;
}

/** Microseconds a loop, over one slice of time. */
async function slice(loop: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let count = 0;
  do {
    await loop();
    count += 1;
  } while (performance.now() - start < sliceMs);
  return ((performance.now() - start) * 1000) / count;
}

const model: Model = {
  async call({ messages, model: name }) {
    const at = messages.filter(({ role }) => role === "tool").length;
    const calls = at < turns ? [{ id: `c${at}`, name: "step", args: { n: at } }] : [];
    const usage = { model: name, inputTokens: 10, outputTokens: 5 };
    return { ok: true, answer: { text: at < turns ? "" : "done", calls, stop: at < turns ? "calls" : "end", usage } };
  },
};

const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: console.warn, error: console.error };

/** Our own router, with its checks, and a tool that does nothing. */
function partsOf(effect: EffectClass) {
  const integer = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const run = ({ n }: { n?: unknown }) => ({ n: Number(n) + 1 });
  const step = defineTool({ name: "step", description: "One step.", input: integer, output: integer, effect, run });
  const verbs = createVerbs({ registry: createRegistry([step]).registry, log, clock });
  return { verbs, clock, vetoes: [], parallel: 8, reasoner: createModelReasoner({ model, name: "bench/scripted" }) };
}

const request = PlanReactRequest.parse({
  goal: { description: "go" },
  toolset: [{ tool_id: "step" }],
  limits: { max_steps: turns + 1 },
});

/** The upper bound: the same model and tool in a bare loop. */
function plainLoop(): Loop {
  const signal = new AbortController().signal;
  const ask = { model: "bench/scripted", maxOutputTokens: 100 };
  return {
    name: "a bare loop",
    async loop() {
      const messages: Parameters<Model["call"]>[0]["messages"][number][] = [{ role: "user", content: "go" }];
      for (;;) {
        const result = await model.call({ ...ask, messages }, { signal });
        if (!result.ok || result.answer.calls.length === 0) return;
        for (const { id, name } of result.answer.calls)
          messages.push({ role: "tool", callId: id, name, content: JSON.stringify(await Promise.resolve({ n: 1 })) });
      }
    },
    close: async () => undefined,
  };
}

function onceLoop(): Loop {
  const parts = partsOf("read");
  return {
    name: "Planwright",
    async loop() {
      const answer = await reactOnce(parts, request, { tenant: "bench", requestId: "r" });
      if (!answer.ok || answer.value.status !== "ok") throw new Error(JSON.stringify(answer));
    },
    close: async () => undefined,
  };
}

async function keptLoop(name: string, root: string, effect: EffectClass): Promise<Loop> {
  const folder = mkdtempSync(join(root, "ours-"));
  const store = createSqliteStore(openDatabase({ path: join(folder, "planwright.db") }));
  const anticipate = (job: Job): void => engine.anticipate?.(job);
  const react = createReact({ ...partsOf(effect), store, log, ids: createTimeIds(clock), anticipate });
  const engine: Engine = createEmbeddedEngine({
    jobs: store.jobs,
    lock: createFileLock(join(folder, "lock")),
    clock,
    log,
  });
  await engine.start({ [reactQueue]: react.handler });
  return {
    name: `Planwright, ${name}`,
    async loop() {
      const started = await react.start(request, "bench");
      if (!started.ok) throw new Error(JSON.stringify(started.issues));
      const answer = await react.result({ tenant: "bench", requestId: started.value.requestId });
      if (answer?.status !== "ok") throw new Error(JSON.stringify(answer));
    },
    async close() {
      await engine.stop();
      await store.close();
    },
  };
}

const peers = [
  { file: "react-ai-sdk", name: inMemory, kept: false },
  { file: "react-langgraph", name: "LangGraph.js", kept: false },
  { file: "react-openai-agents", name: "OpenAI Agents SDK", kept: false },
  { file: "react-mastra", name: "Mastra", kept: false },
  { file: "react-langgraph", name: durable, kept: true },
] as const;

type PeerModule = { open(parts: { turns: number; folder?: string }): Promise<Omit<Loop, "name">> };

async function openPeers(folder: string): Promise<Loop[]> {
  if (peersAbsent().length > 0) return [];
  const opened = peers.map(async ({ file, name, kept }): Promise<Loop> => {
    const module: PeerModule = await import(join(peersHome, `${file}.js`));
    return { name, ...(await module.open({ turns, ...(kept && { folder }) })) };
  });
  return Promise.all(opened);
}
