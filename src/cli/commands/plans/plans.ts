import { compact } from "../../../plan/compact.ts";
import { Priority } from "../../../contracts/priority.ts";
import { RunSavedPlan, type SavedPlanDiff, SavedPlanInput, type SavedPlanRow } from "../../../contracts/api/plans.ts";
import { parseWith } from "../../../plan/parse.ts";
import { canonicalText } from "../../../plan/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import { choiceOf, flag, type Handler, type Invocation, numberOf, print, text, UsageError } from "../../command.ts";
import { readDocument, refuseDocument } from "../../input/document.ts";
import { columns } from "../../output/columns.ts";
import { printPreview } from "../../output/preview-text.ts";
import { callRoute } from "../../remote/call-route.ts";
import { clientCommand, withClient } from "../../workspace/with-client.ts";
import { follow } from "../runs/follow.ts";
import { runAtOf } from "../runs/run-options.ts";

/** The command that shows what exists. */
export const plansList = "plans list";

export const list = clientCommand(
  plansList,
  callRoute("listPlans", {
    call: (invocation) => ({ query: { limit: numberOf(invocation, "limit") ?? 50 } }),
    text: ({ plans }) => columns(plans.map(rowOf)),
  }),
);

export const show = clientCommand(
  plansList,
  callRoute("getPlan", {
    call: (invocation) => ({
      params: { name: nameOf(invocation) },
      query: compact({ version: numberOf(invocation, "version") }),
    }),
    text: (plan) => `${JSON.stringify(plan, null, 2)}\n`,
  }),
);

export const save: Handler = async (invocation) => {
  const file = text(invocation, "plan");
  if (file === undefined)
    throw new UsageError("save needs --plan <file|->: {plan, parameters, description}, or a plan");
  const document = await readDocument(invocation.io, file);
  if (!document.ok) return refuseDocument(invocation, file, document.issues);
  const isEnvelope = isJsonObject(document.value) && isJsonObject(document.value["plan"]);
  const input = parseWith(SavedPlanInput, isEnvelope ? document.value : { plan: document.value });
  if (!input.ok) return refuseDocument(invocation, file, input.issues);
  return withClient(invocation, plansList, async (client) => {
    const saved = await client.putPlan({ params: { name: nameOf(invocation) }, body: input.value });
    return print(invocation, saved, `${saved.name} version ${saved.version}\n`);
  });
};

export const diff = clientCommand(
  plansList,
  callRoute("diffPlan", {
    call: (invocation) => {
      const from = numberOf(invocation, "from");
      if (from === undefined) throw new UsageError("diff needs --from <version>");
      return { params: { name: nameOf(invocation) }, query: compact({ from, to: numberOf(invocation, "to") }) };
    },
    text: ({ differences }) => differences.map(differenceLine).join(""),
  }),
);

function differenceLine({ kind, pointer, before, after }: SavedPlanDiff["differences"][number]): string {
  const values = [before, after].flatMap((value) => (value === undefined ? [] : [canonicalText(value)]));
  return `${kind} ${pointer}  ${values.join(" → ")}\n`;
}

export const run: Handler = (invocation) => {
  const parameters = Object.fromEntries(invocation.args.slice(1).map(parameterOf));
  const version = numberOf(invocation, "version");
  const at = runAtOf(invocation);
  const request = RunSavedPlan.parse(
    compact({
      parameters,
      version,
      run_at: at,
      priority: choiceOf(invocation, "priority", Priority.options),
    }),
  );
  return withClient(invocation, plansList, async (client, planwright) => {
    const name = nameOf(invocation);
    if (flag(invocation, "dry-run"))
      return printPreview(invocation, await client.previewRun({ body: planThatRuns(name, request) }));
    await planwright?.start();
    return follow(invocation, client, (await client.runPlan({ params: { name }, body: request })).run_id);
  });
};

/** A plan whose only step runs the saved plan: its dry run shows the steps of that. */
function planThatRuns(name: string, { version, parameters }: RunSavedPlan): JsonObject {
  return { steps: [{ id: "plan", kind: "plan", plan: name, parameters, ...compact({ version }) }] };
}

/** `month=2026-10`, `count=3`: numbers, booleans and quoted text as JSON, anything else as text. */
export function parameterOf(word: string): [string, Json] {
  const at = word.indexOf("=");
  if (at < 1) throw new UsageError(`"${word}" is not name=value`);
  const [name, value] = [word.slice(0, at), word.slice(at + 1)];
  const parsed = /^(?:true|false|-?\d+(?:\.\d+)?|".*")$/s.test(value) ? parseJsonText(value) : undefined;
  return [name, parsed?.ok === true ? parsed.value : value];
}

export function nameOf({ args: [name = ""] }: Invocation): string {
  return name;
}

function rowOf({ name, version, steps, parameters, description }: SavedPlanRow): string[] {
  return [name, `v${version}`, `${steps} steps`, Object.keys(parameters).join(", "), description];
}
