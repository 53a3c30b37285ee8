// Plans every case of an evaluation file and writes one prediction a line.
//   node scripts/eval-batch.ts cases.jsonl[.gz] predictions.jsonl [--only category-prefix]
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { planGoal, type GoalInput, type Message } from "../src/planners/grammar/index.ts";
import { createToolbox, type JsonSchema } from "../src/plan/tool-spec.ts";

type Case = {
  id: string;
  category: string;
  query: string;
  history?: Message[];
  now?: string;
  locale?: "en" | "ru";
  tools: { name: string; description: string; input_schema: JsonSchema; output_schema?: JsonSchema }[];
};

const [cases = "", out = "", flag, only = ""] = process.argv.slice(2);
const bytes = readFileSync(cases);
const text = (cases.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
const lines = text.split("\n").filter((line) => line.trim() !== "");
const predictions = lines
  .map((line) => JSON.parse(line) as Case) // the kit's own format
  .filter((one) => flag !== "--only" || one.category.startsWith(only))
  .map((one) => JSON.stringify(predict(one)));
writeFileSync(out, `${predictions.join("\n")}\n`);

function predict(one: Case): object {
  const toolbox = [
    ...createToolbox(
      one.tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: tool.input_schema,
        ...(tool.output_schema === undefined ? {} : { outputSchema: tool.output_schema }),
      })),
    ).values(),
  ];
  const input: GoalInput = {
    goal: one.query,
    toolbox,
    now: one.now ?? "2024-01-01T00:00:00",
    zone: "UTC",
    ...(one.history === undefined ? {} : { history: one.history }),
    ...(one.locale === undefined ? {} : { locale: one.locale }),
  };
  const start = performance.now();
  const outcome = planGoal(input);
  const ms = Math.round((performance.now() - start) * 1000) / 1000;
  const calls =
    outcome.kind === "none"
      ? []
      : outcome.calls.map(({ id, tool, args, dependsOn }) => ({ id, tool, args, depends_on: dependsOn }));
  return {
    id: one.id,
    outcome: outcome.kind,
    calls: outcome.kind === "plan" ? calls : [],
    missing: outcome.kind === "clarify" ? outcome.missing.map((missing) => missing.param) : [],
    bad: outcome.kind === "clarify" ? outcome.bad : [],
    draft: outcome.kind === "clarify" ? calls : [],
    confidence: outcome.confidence,
    ms,
  };
}
