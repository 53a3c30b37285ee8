import type { ActionWords, DomainWords, FieldWords } from "../chat/domain-words.ts";
import type { Language, ToolAction } from "../contracts/actions/plan.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import { createLookups, type LookupParts } from "../planners/actions/lookups.ts";
import { readyPack } from "../planners/packs/match-packs.ts";
import type { Pack } from "../planners/packs/pack.ts";
import type { PackRecord } from "../planners/packs/records.ts";
import { fillTemplate } from "../planners/packs/fill-template.ts";
import { spoken } from "../planners/packs/spoken.ts";
import { nounOf } from "../planners/records/replies/labels.ts";
import { openWorld, settingsOf, textOf } from "../planners/records/world/world.ts";
import { writesField } from "./saved-plans/plan-verbs.ts";
import { planVerbNames } from "./saved-plans/planned-writes.ts";
import { compact } from "../plan/compact.ts";
import type { Clock } from "../ports/clock.ts";

type DomainWordsParts = Pick<LookupParts, "verbs" | "log"> & { packs: readonly Pack[]; clock: Clock };

/** How long names are cached. */
const namesMs = 60_000;
const never = new AbortController().signal;

/** The words of the packs' domains. */
export function createDomainWords({ packs, verbs, log, clock }: DomainWordsParts): DomainWords {
  const labels = valueLabels(packs);
  const known = new Map<string, { at: number; names: Promise<ReadonlyMap<string, string>> }>();
  const namesIn = async (tenant: string): Promise<ReadonlyMap<string, string>> => {
    const lookups = createLookups({ verbs, log, tenant, signal: never });
    const names = new Map<string, string>();
    for (const pack of packs) {
      const world = await openWorld({ ...readyPack(pack, lookups.toolbox), lookups, zone: "UTC" });
      if (world === undefined || "doubt" in world) continue;
      for (const { id, name } of world.people) names.set(id, name);
      for (const [kind, { id, name }] of Object.entries(pack.records))
        for (const row of world.rows.get(kind) ?? []) names.set(textOf(row[id]), textOf(row[name]));
    }
    return names;
  };
  return {
    labelOf(value, language) {
      const label = spoken(labels.get(value) ?? null, language);
      return typeof label === "string" ? label : undefined;
    },
    fieldOf: (name, language) => fieldIn(packs, name, language),
    actionOf: (action, language) => planAction(action) ?? actionIn(packs, action, language),
    async namesOf(tenant, ids) {
      const now = clock.now();
      const before = known.get(tenant);
      const isKnown = before !== undefined && now - before.at < namesMs;
      const fresh = isKnown ? before : { at: now, names: namesIn(tenant).catch(() => new Map<string, string>()) };
      known.set(tenant, fresh);
      const names = await fresh.names;
      return new Map(ids.flatMap((id) => (names.get(id) ? [[id, names.get(id) ?? ""] as const] : [])));
    },
  };
}

/** The text of such an action describes its arguments, and its preview lists its calls. */
function planAction({ tool_slug: tool, args }: Pick<ToolAction, "tool_slug" | "args">): ActionWords | undefined {
  if (!planVerbNames.has(tool)) return undefined;
  return { does: "operate", noun: "", nameField: "", fixed: Object.keys(args), calls: writesField };
}

/** Labels that packs define for values of their entities. */
function valueLabels(packs: readonly Pack[]): ReadonlyMap<string, Json> {
  const labels = new Map<string, Json>();
  for (const { entities } of packs)
    for (const { values } of Object.values(entities))
      for (const { is, sets } of values)
        if (typeof is === "string" && sets["label"] !== undefined) labels.set(is, sets["label"]);
  return labels;
}

/** The first word of a field in the language, as a label. */
function fieldIn(packs: readonly Pack[], name: string, language: Language): FieldWords | undefined {
  for (const { records, entities } of packs)
    for (const { fields } of Object.values(records)) {
      const field = fields[name];
      const label = field && nounOf(field, language);
      if (field === undefined || !label) continue;
      const isId = field.type === "person" || field.type === "record";
      const options = field.type === "option" ? (entities[field.entity ?? name]?.values ?? []) : [];
      const labels = new Map(
        options.flatMap(({ is, sets, says }) => {
          const said = spoken(sets["label"] ?? null, language) ?? nounOf({ says }, language);
          return typeof is === "object" || typeof said !== "string" ? [] : [[String(is), said] as const];
        }),
      );
      return { label: capitalised(label), isId, labels, ...compact({ default: field.default }) };
    }
  return undefined;
}

type NamedAction = Pick<ToolAction, "tool_slug" | "args">;

function actionIn(packs: readonly Pack[], action: NamedAction, language: Language): ActionWords | undefined {
  for (const pack of packs) {
    const doings = Object.values(pack.records).flatMap(recordOperations);
    // An operation may use the tool that creates another kind of record, which describes it better.
    for (const { does, says, doing, nameField } of doings.toSorted((a, b) => rank(a) - rank(b))) {
      if (pack.tools[doing.tool]?.name !== action.tool_slug) continue;
      const fixed = fillTemplate(doing.args, settingsOf(pack));
      if (!isOf(fixed, action.args)) continue;
      const [idArg = ""] = Object.entries(doing.args).find(([, value]) => value === "{id}") ?? [];
      const recordId = action.args[idArg];
      // The text of an operation names all of its arguments.
      const given = does === "operate" ? doing.args : fixed;
      const constants = Object.entries(given).flatMap(([name, value]) => (typeof value === "string" ? [name] : []));
      const words = { does, noun: nounOf({ says }, language), nameField, fixed: [...constants, idArg] };
      return { ...words, ...(typeof recordId === "string" && { recordId }) };
    }
  }
  return undefined;
}

type RecordOperation = {
  does: ActionWords["does"];
  says: readonly string[];
  doing: { tool: string; args: JsonObject };
  nameField: string;
};

function rank({ does }: RecordOperation): number {
  return does === "operate" ? 1 : 0;
}

function recordOperations({
  says,
  name: nameField,
  create,
  change,
  remove,
  operations,
}: PackRecord): RecordOperation[] {
  return [
    ...(
      [
        ["create", create],
        ["change", change],
        ["remove", remove],
      ] as const
    ).flatMap(([does, doing]) => (doing === undefined ? [] : [{ does, says, doing, nameField }])),
    ...Object.values(operations).map((doing) => ({ does: "operate" as const, says: doing.says, doing, nameField })),
  ];
}

/** Whether every argument that the pack fixes has its value. */
function isOf(fixed: JsonObject, args: JsonObject): boolean {
  return Object.entries(fixed).every(([name, value]) => typeof value !== "string" || args[name] === value);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
