import type { JsonObject } from "../../../plan/json.ts";
import { createDrafter, type Draft, type Drafter } from "../choose/draft.ts";
import { meets } from "../fill/assign.ts";
import { buildArgs } from "../fill/build-args.ts";
import { type Sheet, strengthOf } from "../fill/sheet.ts";
import { nameWords, stemOf } from "../profile/name-words.ts";
import { propertiesOf, requiredOf, resolve, typeOf } from "../profile/schema.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { nearTools } from "../search/rank-tools.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import { loopOf } from "./iterate.ts";
import { referencesOf } from "./refer.ts";

/** Parameters that take the whole result of an earlier call: parameter name to that call, by the call that takes it. */
export type WholeOutputs = ReadonlyMap<number, ReadonlyMap<string, number>>;

type SuppliedDrafts = { drafts: readonly Draft[]; wholes: WholeOutputs };

const mostTools = 40;
const solid = 0.9;

/**
 * What a call lacks, another tool may give: reading the quote comes before ordering from it. Only tools that read are
 * put in, only where the goal itself has the values to read by, and only for what would otherwise be asked.
 */
export function supply(sheet: Sheet, index: ToolIndex, drafts: readonly Draft[]): SuppliedDrafts {
  const drafter = createDrafter(sheet, index);
  const readers = readersNear(sheet, index);
  const given: Draft[] = [];
  const wholes = new Map<number, Map<string, number>>();
  for (const draft of withConsumer(sheet, index, { drafts, drafter })) {
    const roots = lackingRoots(sheet, [...given, draft]);
    const found = roots.length === 0 ? undefined : supplierOf({ sheet, draft, roots, drafter }, readers);
    if (found === undefined) given.push(draft);
    else {
      given.push(found.supplier, found.draft);
      const by = given.length - 2;
      if (found.wholes.length > 0) wholes.set(by + 1, new Map(found.wholes.map((root) => [root, by])));
    }
  }
  return { drafts: given, wholes };
}

/** Names of the parameters the last call lacks and no earlier call gives. */
function lackingRoots(sheet: Sheet, drafts: readonly Draft[]): string[] {
  const at = drafts.length - 1;
  const draft = drafts[at];
  if (draft === undefined) return [];
  const elements = loopOf(sheet, drafts, at)?.args ?? new Map<number, string>();
  const { missing } = buildArgs(draft.fill, { references: referencesOf(sheet, drafts, at), elements });
  return [...new Set(missing.flatMap(([root]) => root ?? []))];
}

type SupplyRequest = { sheet: Sheet; draft: Draft; roots: readonly string[]; drafter: Drafter };
type Supplier = { supplier: Draft; draft: Draft; wholes: readonly string[]; worth: number };

function supplierOf(want: SupplyRequest, readers: readonly ToolProfile[]): Supplier | undefined {
  let best: Supplier | undefined;
  for (const tool of readers) {
    const found = tool === want.draft.tool ? undefined : tryReader(want, tool);
    if (found !== undefined && (best === undefined || found.worth > best.worth)) best = found;
  }
  return best;
}

function tryReader({ sheet, draft, roots, drafter }: SupplyRequest, tool: ToolProfile): Supplier | undefined {
  const supplier = drafter.draft(tool, { from: 0, to: sheet.reading.tokens.length });
  if (!readsByTheGoal(supplier)) return undefined;
  const wholes = roots.filter((root) => takesWhole(draft.tool, root, tool));
  const taker = without(draft, (i) => wholes.includes(pathOf(draft, i)[0] ?? "") || meetsAny(draft, i, supplier));
  const left = lackingRoots(sheet, [supplier, taker]).filter((root) => !wholes.includes(root));
  if (left.length > 0 || (wholes.length === 0 && !refers(sheet, supplier, taker))) return undefined;
  return { supplier, draft: taker, wholes, worth: supplier.match.score + supplier.fill.total };
}

function refers(sheet: Sheet, supplier: Draft, taker: Draft): boolean {
  const pair = [supplier, taker];
  return loopOf(sheet, pair, 1) !== undefined || referencesOf(sheet, pair, 1).length > 0;
}

/** "Remind everyone on the list": the reading was understood, and what is to be done with each element was not. */
function withConsumer(
  sheet: Sheet,
  index: ToolIndex,
  { drafts, drafter }: { drafts: readonly Draft[]; drafter: Drafter },
) {
  const [reader] = drafts;
  if (drafts.length !== 1 || reader === undefined || !isReader(reader.tool)) return drafts;
  for (const tool of nearTools(sheet, index, mostTools)) {
    // "without archived ones" asks nobody to archive: a verb of the tool must be used as one.
    const asked = sheet.reading.tokens.some(
      (token, at) => sheet.reading.marks.verbs[at] === true && tool.nameStems.includes(token.stem),
    );
    if (isReader(tool) || !asked || !tool.nameStems.every((stem) => strengthOf(sheet, stem) === 1)) continue;
    const whole = drafter.draft(tool, { from: 0, to: sheet.reading.tokens.length });
    const taker = without(whole, (i) => meetsAny(whole, i, reader));
    if (loopOf(sheet, [reader, taker], 1) !== undefined && lackingRoots(sheet, [reader, taker]).length === 0)
      return [reader, taker];
  }
  return drafts;
}

/** Every required value comes from the words, as a value and not as a mere phrase. */
function readsByTheGoal({ fill, tool }: Draft): boolean {
  const needed = fill.offers.params.flatMap((param, i) => (param.required ? [fill.chosen.get(i)] : []));
  if (needed.length === 0) return tool.nameStems.length > 0;
  return needed.every(
    (scored) => scored !== undefined && scored.bad !== true && scored.kind !== "phrase" && scored.score >= solid,
  );
}

/** The parameter is an object that the tool's result has every required field of, and the tool is named after it. */
function takesWhole(taker: ToolProfile, root: string, tool: ToolProfile): boolean {
  const wanted = schemaAt(taker, root);
  const { outputSchema: output } = tool.spec;
  if (wanted === undefined || typeof output !== "object" || typeOf(wanted) !== "object") return false;
  const fields = propertiesOf(resolve(output, output));
  const named = nameWords(root).every((word) => tool.nameStems.includes(stemOf(word)));
  return named && Object.keys(fields).length > 0 && requiredOf(wanted).every((name) => Object.hasOwn(fields, name));
}

function schemaAt({ spec: { inputSchema } }: ToolProfile, root: string): JsonObject | undefined {
  const properties = propertiesOf(typeof inputSchema === "object" ? resolve(inputSchema, inputSchema) : {});
  return Object.hasOwn(properties, root) ? resolve(properties[root], inputSchema) : undefined;
}

function without(draft: Draft, drops: (param: number) => boolean): Draft {
  const chosen = new Map([...draft.fill.chosen].filter(([i]) => !drops(i)));
  return chosen.size === draft.fill.chosen.size ? draft : { ...draft, fill: { ...draft.fill, chosen } };
}

function meetsAny(draft: Draft, param: number, other: Draft): boolean {
  const own = draft.fill.chosen.get(param);
  return (
    own !== undefined &&
    own.kind !== "flag" &&
    [...other.fill.chosen.values()].some((one) => one.kind !== "flag" && meets(own, one))
  );
}

function pathOf(draft: Draft, param: number): readonly string[] {
  return draft.fill.offers.params[param]?.path ?? [];
}

function readersNear(sheet: Sheet, index: ToolIndex): ToolProfile[] {
  return nearTools(sheet, index, mostTools).filter((tool) => isReader(tool) && tool.spec.outputSchema !== undefined);
}

const reading = new Set(
  "get fetch retrieve find search show list check lookup read query view".split(" ").map((word) => stemOf(word)),
);

/** What the registry says counts; of a tool nobody classed, its first word may say that it reads. */
function isReader({ spec, nameStems }: ToolProfile): boolean {
  if (spec.effect !== "unknown") return spec.effect === "read";
  return (
    nameStems.slice(0, 1).some((stem) => reading.has(stem)) || nameStems.slice(-1).some((stem) => reading.has(stem))
  );
}
