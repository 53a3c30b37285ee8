import type { Json, JsonObject } from "../../plan/json.ts";
import { schemaCheck } from "../../plan/schema-check.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { plain } from "./profile/plain.ts";
import type { Draft } from "./choose/draft.ts";
import { buildArgs } from "./fill/build-args.ts";
import type { Sheet } from "./fill/sheet.ts";
import type { GoalInput, MissingParameter, PlannedCall } from "./goal.ts";
import { ask, doubtful } from "./judge/choices.ts";
import { guardOf } from "./refer/condition.ts";
import { loopOf } from "./refer/iterate.ts";
import { referencesOf } from "./refer/refer.ts";
import type { WholeOutputs } from "./refer/supply.ts";

/** One call with its arguments, and what must be asked before it can run. */
export type BuiltCall = {
  call: PlannedCall;
  missing: MissingParameter[];
  bad: string[];
  /** It hangs on a result in a way the surface cannot say: it waits until that result has been read. */
  deferred: boolean;
};

type BuildSetting = { sheet: Sheet; drafts: readonly Draft[]; wholes: WholeOutputs; surface: GoalInput["surface"] };

export function callId(at: number): string {
  return `c${at + 1}`;
}

/** Arguments, references to earlier results, iteration over them and conditions on them. */
export function buildCall({ sheet, drafts, wholes, surface }: BuildSetting, draft: Draft, at: number): BuiltCall {
  const whole = wholes.get(at) ?? new Map<string, number>();
  const loop = loopOf(sheet, drafts, at);
  const guard = guardOf(sheet, drafts, at);
  const iterates = surface?.iteration !== false;
  const references = referencesOf(sheet, drafts, at).filter((reference) => loop?.args.has(reference.param) !== true);
  const { args, missing: lacking } = buildArgs(draft.fill, {
    references,
    elements: iterates ? (loop?.args ?? new Map()) : new Map(),
  });
  const missing = lacking.filter(([root = ""]) => !whole.has(root));
  for (const [root, call] of whole) args[root] = `{{${callId(call)}}}`;
  const wrong = missing.length > 0 ? [] : misfits(draft.tool.spec, args);
  const needs = [
    ...whole.values(),
    ...references.map(({ call }) => call),
    ...(loop === undefined ? [] : [loop.call]),
    ...(guard === undefined ? [] : [guard.call]),
  ];
  return {
    call: {
      id: callId(at),
      tool: draft.tool.spec.name,
      args,
      dependsOn: [...new Set(needs)].toSorted((a, b) => a - b).map((call) => callId(call)),
      ...(guard === undefined ? {} : { when: guard.when }),
      ...(loop === undefined ? {} : { forEach: loop.forEach }),
    },
    missing: [...missing, ...wrong, ...(missing.length > 0 ? doubtful(sheet, draft) : [])].map((path) =>
      ask(draft, path),
    ),
    bad: [...draft.fill.chosen.values()].filter((scored) => scored.bad === true).map((scored) => plain(scored.value)),
    deferred: (loop !== undefined && !iterates) || (guard !== undefined && surface?.conditions === false),
  };
}

/** Without the calls that wait for a result, and without those that need one of them. */
export function withoutDeferred(built: readonly BuiltCall[]): BuiltCall[] {
  const dropped = new Set<string>();
  return built.filter(({ call, deferred }) => {
    const waits = deferred || call.dependsOn.some((id) => dropped.has(id));
    if (waits) dropped.add(call.id);
    return !waits;
  });
}

/** Paths of arguments that do not fit the tool's schema. A reference stands for a value nobody has yet. */
function misfits(spec: ToolSpec, args: JsonObject): string[][] {
  const result = schemaCheck(spec.inputSchema)(args);
  if ("fault" in result) return [];
  return result.errors.flatMap(({ pointer, keyword, params }) => {
    const path = pointer
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (holdsReference(valueAt(args, path))) return [];
    const absent = keyword === "required" ? params["missingProperty"] : undefined;
    return [typeof absent === "string" ? [...path, absent] : path];
  });
}

function valueAt(args: JsonObject, path: readonly string[]): Json | undefined {
  let at: Json | undefined = args;
  for (const part of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Array.isArray(at) ? at[Number(part)] : at[part];
  }
  return at;
}

function holdsReference(value: Json | undefined): boolean {
  return typeof value === "string" && /\{\{[^{}]+\}\}/.test(value);
}
