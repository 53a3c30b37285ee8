import { parseYaml } from "../../../plan/parse-yaml.ts";
import type { Prediction } from "../../../planners/eval/prediction.ts";
import { type PackCase, PackCases, toEvalCase } from "../../../planners/eval/pack-case.ts";
import { scoreCase } from "../../../planners/eval/score.ts";
import { predictCase } from "../../../runtime/planning/evaluate.ts";
import { exit, type ExitCode, type Handler, type Invocation, print } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { type PlanningInput, withPlanning } from "../planning/planning-input.ts";

/** Plans the requests of case files as the service would answer them, and compares. */
export const testPacks: Handler = (invocation) => withPlanning(invocation, (input) => testFiles(invocation, input));

type Outcome = { file: string; request: string; ok: boolean; expected: string; planned: string };

async function testFiles(invocation: Invocation, input: PlanningInput): Promise<ExitCode> {
  const { io } = invocation;
  const outcomes: Outcome[] = [];
  for (const file of invocation.args) {
    const cases = parseYaml(PackCases, { text: await readText(io, file), file });
    if (!cases.ok) return refuseDocument(invocation, "", cases.issues);
    for (const [at, one] of cases.value.entries()) outcomes.push({ file, ...(await testCase(one, at, { input, io })) });
  }
  const wrong = outcomes.filter(({ ok }) => !ok);
  const differences = wrong.map(
    ({ file, request, expected, planned }) => `${file}: ${request}\n  expected ${expected}\n  planned  ${planned}\n`,
  );
  const count = `${outcomes.length - wrong.length} of ${outcomes.length} requests as expected\n`;
  print(invocation, { outcomes }, [...differences, count].join(""));
  return wrong.length === 0 ? exit.ok : exit.failed;
}

type CaseContext = { input: PlanningInput; io: Invocation["io"] };

async function testCase(one: PackCase, at: number, { input, io }: CaseContext): Promise<Omit<Outcome, "file">> {
  const wanted = toEvalCase(one, at);
  const { planning, planner, toolbox, zone } = input;
  const setting = { planning, planner, toolbox, zone, now: wanted.now ?? "", strict: true, signal: io.signal };
  const { prediction } = await predictCase(wanted, setting);
  const { right } = scoreCase(wanted, prediction);
  return { request: one.request, ok: right, expected: expectedText(one), planned: plannedText(prediction) };
}

function expectedText({ calls, asks }: PackCase): string {
  if (calls !== undefined) return callsText(calls);
  return asks === undefined ? "no tool fits" : `a question${asks.length === 0 ? "" : ` for ${asks.join(", ")}`}`;
}

function plannedText({ outcome, calls, missing }: Prediction): string {
  if (outcome === "plan") return callsText(calls);
  return outcome === "none" ? "no tool fits" : `a question${missing.length === 0 ? "" : ` for ${missing.join(", ")}`}`;
}

function callsText(calls: readonly { tool: string; args: object }[]): string {
  return calls.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`).join(", ");
}
