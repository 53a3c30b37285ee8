import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadConfiguredPacks } from "../src/runtime/config/configured-packs.ts";
import { openLocalToolbox } from "../src/runtime/toolbox/local-toolbox.ts";
import { formatRoutes, RouteCase, routeAll, studioCorpus, summariseRoutes } from "./route.ts";
import { openWorkbench, readWorkbenchCases, runWorkbenchCase, scoreWorkbench } from "./workbench.ts";

const usage = `npm run eval -- route [cases.jsonl…]           intent and domain of utterances; exit 1 for a mutation classified as a query
npm run eval -- workbench <kit> [cases.jsonl]  end results of a WorkBench kit
--errors N prints the first N wrong cases.`;

// Unknown options end in the usage below, as an unknown name does.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { errors: { type: "string" }, help: { type: "boolean" } },
});
const [name, ...args] = positionals;
const shown = Number(values["errors"] ?? 0);
const known = Object.keys(values).every((option) => option === "errors");
if (known && name === "route") await evaluateRoutes(args.length > 0 ? args : [studioCorpus]);
else if (known && name === "workbench") await evaluateWorkbench(args);
else {
  console.error(usage);
  process.exitCode = values["help"] === true ? 0 : 2;
}

async function evaluateRoutes(files: readonly string[]): Promise<void> {
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const cases = lines.filter((line) => line.trim() !== "").map((line) => RouteCase.parse(JSON.parse(line)));
  const folder = await mkdtemp(join(tmpdir(), "planwright-route-"));
  const noop = (): void => undefined;
  const log = { debug: noop, info: noop, warn: noop, error: noop };
  const opened = await openLocalToolbox({ folder, dataFolder: folder, env: {}, log });
  const packs = opened.ok ? loadConfiguredPacks(opened.value) : opened;
  if (!opened.ok || !packs.ok) throw new Error("the demo workspace cannot be opened");
  const { verbs } = opened.value;
  const { signal } = new AbortController();
  const rows = await routeAll(cases, { packs: packs.value, verbs, tenant: "local", signal });
  await opened.value.stop();
  await rm(folder, { recursive: true, force: true });
  const wrong = rows.filter(
    (row) => row.expected.intent !== row.actual.intent || row.expected.domain !== row.actual.domain,
  );
  for (const { expected, actual } of wrong.slice(0, shown))
    console.error(
      `${expected.id}: ${expected.text}\n  ${expected.intent} ${expected.domain}, actual ${actual.intent} ${actual.domain}`,
    );
  const summary = summariseRoutes(rows);
  console.log(formatRoutes(summary));
  process.exitCode = summary.mutationAsQuery === 0 ? 0 : 1;
}

async function evaluateWorkbench([given = "", named]: readonly string[]): Promise<void> {
  const kit = resolve(given); // its server runs in another folder
  if (given === "" || !existsSync(join(kit, "server.py")))
    throw new Error("workbench needs the folder of the kit: npm run eval -- workbench <folder> [cases.jsonl]");
  const cases = named ?? join(kit, "dev_queries.jsonl");
  const { planwright, close } = await openWorkbench(kit);
  const results = [];
  let asked = 0;
  try {
    for (const one of readWorkbenchCases(cases)) {
      const result = await runWorkbenchCase(planwright, one);
      results.push(result);
      if (result.asked !== undefined && ++asked <= shown) console.error(`${one.id}: ${one.query}\n  ${result.asked}`);
    }
  } finally {
    await close();
  }
  console.log(await scoreWorkbench(kit, { cases, results }));
}
