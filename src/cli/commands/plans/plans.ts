import { compact } from "../../../contracts/compact.ts";
import { RunSavedPlan, SavedPlanInput, type SavedPlanRow } from "../../../contracts/api/plans.ts";
import { parseWith } from "../../../contracts/parse.ts";
import { canonicalText } from "../../../plan/canonical.ts";
import { isJsonObject, type Json } from "../../../plan/json.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import { flag, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { readDocument, refuseDocument } from "../../input/document.ts";
import { columns } from "../../output/columns.ts";
import { printPreview } from "../../output/preview-text.ts";
import { withPlans } from "../../workspace/plans-access.ts";
import { countOf, priorityOf, runAtOf } from "../runs/run-options.ts";

export const list: Handler = (invocation) =>
  withPlans(invocation, async (plans) => {
    const found = await plans.list(countOf(text(invocation, "limit") ?? "50"));
    return print(invocation, found, columns(found.plans.map(rowOf)));
  });

export const show: Handler = (invocation) =>
  withPlans(invocation, async (plans) => {
    const plan = await plans.get(nameOf(invocation), versionOf(invocation, "version"));
    return print(invocation, plan, `${JSON.stringify(plan, null, 2)}\n`);
  });

export const save: Handler = async (invocation) => {
  const file = text(invocation, "plan");
  if (file === undefined)
    throw new UsageError("save needs --plan <file|->: {plan, parameters, description}, or a plan");
  const document = await readDocument(invocation.io, file);
  if (!document.ok) return refuseDocument(invocation, file, document.issues);
  const isEnvelope = isJsonObject(document.value) && isJsonObject(document.value["plan"]);
  const input = parseWith(SavedPlanInput, isEnvelope ? document.value : { plan: document.value });
  if (!input.ok) return refuseDocument(invocation, file, input.issues);
  return withPlans(invocation, async (plans) => {
    const saved = await plans.put(nameOf(invocation), input.value);
    return print(invocation, saved, `${saved.name} version ${saved.version}\n`);
  });
};

export const diff: Handler = (invocation) =>
  withPlans(invocation, async (plans) => {
    const from = versionOf(invocation, "from");
    if (from === undefined) throw new UsageError("diff needs --from <version>");
    const found = await plans.diff(nameOf(invocation), from, versionOf(invocation, "to"));
    const lines = found.differences.map(({ kind, pointer, before, after }) => {
      const values = [before, after].flatMap((value) => (value === undefined ? [] : [canonicalText(value)]));
      return `${kind} ${pointer}  ${values.join(" → ")}\n`;
    });
    return print(invocation, found, lines.join(""));
  });

export const run: Handler = (invocation) => {
  const parameters = Object.fromEntries(invocation.args.slice(1).map(parameterOf));
  const version = versionOf(invocation, "version");
  const at = runAtOf(invocation);
  const request = RunSavedPlan.parse(
    compact({
      parameters,
      version,
      run_at: at,
      priority: priorityOf(invocation),
    }),
  );
  return withPlans(invocation, async (plans) =>
    flag(invocation, "dry-run")
      ? printPreview(invocation, await plans.preview(nameOf(invocation), request))
      : plans.run(nameOf(invocation), request),
  );
};

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

export function versionOf(invocation: Invocation, option: string): number | undefined {
  const given = text(invocation, option);
  if (given !== undefined && !/^[1-9]\d{0,5}$/.test(given))
    throw new UsageError(`--${option} must be a version number`);
  return given === undefined ? undefined : Number(given);
}

function rowOf({ name, version, steps, parameters, description }: SavedPlanRow): string[] {
  return [name, `v${version}`, `${steps} steps`, Object.keys(parameters).join(", "), description];
}
