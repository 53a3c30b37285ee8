import { languages } from "../../language/languages.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { enumOf, propertiesOf, resolve } from "../grammar/profile/schema.ts";
import type { AccountPlan, AccountReading, InventedValue } from "./account.ts";
import { planValues, stemsIn, withoutReferences } from "./plan-values.ts";
import { hasDays, hasDuration, hasNumber, hasTime } from "./same-value.ts";

/**
 * Values that neither the text nor what is known beside it says, and that are not defaults of their schema. A planner that
 * says which words it used has its values from them; only plans that come without that are searched.
 */
export function findInvented(reading: AccountReading, plan: AccountPlan): InventedValue[] {
  if (plan.provenance !== undefined) return [];
  const said = saidIn(reading, plan.known ?? []);
  return plan.calls.flatMap(({ id, name, tool, args }) =>
    leavesOf({ value: args, path: [], schema: tool?.inputSchema, root: tool?.inputSchema ?? true })
      .filter((leaf) => !isGiven(leaf) && !isSaid(said, leaf))
      .map(({ path, value }) => ({ call: id, tool: name, path: path.join("."), value })),
  );
}

type Leaf = { path: readonly string[]; value: Json; schema: JsonSchema | undefined; root: JsonSchema };

/** Single values of the arguments, each with its own part of the schema. */
function leavesOf(leaf: Leaf): Leaf[] {
  const { value, path, root } = leaf;
  const schema = resolve(typeof leaf.schema === "object" ? leaf.schema : {}, root);
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      leavesOf({ value: item, path: [...path, String(at)], schema: part(schema["items"]), root }),
    );
  if (!isJsonObject(value)) return [{ ...leaf, schema }];
  const properties = propertiesOf(schema);
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf({ value: item, path: [...path, key], schema: part(properties[key]), root }),
  );
}

function part(schema: Json | undefined): JsonSchema | undefined {
  return isJsonObject(schema) ? schema : undefined;
}

/** Defaults, the only value there is, and what says nothing. */
function isGiven({ value, schema }: Leaf): boolean {
  if (value === null || value === "" || value === false) return true;
  if (!isJsonObject(schema)) return false;
  const options = enumOf(schema);
  return schema["default"] === value || (options.length === 1 && options[0] === value);
}

/** What the text and the knowledge beside it say. */
type SourceText = { reading: AccountReading; stems: ReadonlySet<string>; numbers: readonly number[] };

function saidIn(reading: AccountReading, known: readonly Json[]): SourceText {
  const besides = planValues([{ id: "", name: "", args: { known: [...known] }, dependsOn: [] }], {});
  const own = reading.tokens.flatMap(({ stem, lang, text }) => [
    stem,
    ...languages[lang].meanings(stem),
    ...stemsIn(text.toLowerCase()),
  ]);
  const digits = reading.source.match(/\d+(?:\.\d+)?/g) ?? [];
  return { reading, stems: new Set([...own, ...besides.stems]), numbers: [...besides.numbers, ...digits.map(Number)] };
}

/** So much of a longer text must be words that were said. */
const most = 0.6;

function isSaid(said: SourceText, { value, path }: Leaf): boolean {
  // One thing is meant where none is counted.
  if (typeof value === "number") return value === 1 || said.numbers.includes(value) || spansHold(said, value);
  if (typeof value === "boolean")
    return stemsIn((path.at(-1) ?? "").replaceAll(/[_-]/g, " ")).some((stem) => said.stems.has(stem));
  if (typeof value !== "string") return true;
  const text = withoutReferences(value).trim();
  if (text === "" || spansHold(said, text)) return true;
  const stems = stemsIn(text.toLowerCase()).filter((stem) => !languages.en.functionWords.has(stem));
  const found = stems.filter(
    (stem) => said.stems.has(stem) || languages.en.meanings(stem).some((other) => said.stems.has(other)),
  );
  return (
    stems.length === 0 || found.length === stems.length || (stems.length > 4 && found.length >= most * stems.length)
  );
}

/** A number, day or time that the text says in another way. */
function spansHold({ reading }: SourceText, value: Json): boolean {
  const values = planValues([{ id: "", name: "", args: { value }, dependsOn: [] }], {});
  return reading.spans.some((span) => {
    if (span.kind === "number") {
      const { max, ...low } = span;
      return hasNumber(values, low) || (max !== undefined && hasNumber(values, { ...low, value: max }));
    }
    if (span.kind === "date" || span.kind === "interval")
      return hasDays(values, { ...span, kind: "date" }) || hasDays(values, { ...span, kind: "date", first: span.last });
    if (span.kind === "time") return hasTime(values, { time: span.time });
    return span.kind === "duration" && hasDuration(values, span);
  });
}
