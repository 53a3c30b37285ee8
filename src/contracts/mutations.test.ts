import { describe, expect, it } from "vitest";
import type { Issue } from "../plan/issue.ts";
import { isJsonObject } from "../plan/json.ts";
import { parseWith } from "../plan/parse.ts";
import { joinPointer } from "../plan/pointer.ts";
import { catalogue } from "./catalogue.ts";

// Every field of every document is dropped, renamed and retyped, and every object gets a field too many: each single
// change must be found, with its code, at its place.

/** Places whose content the contract leaves to the sender: any JSON, or (in contract 5) fields beyond those it names. */
const freeIn: Record<string, RegExp> = {
  "service/plan-response": /\/(arguments|filters)\/.+|\/payload\/metadata\/.+/,
  "service/plan-response-0.2": /\/parameters\/.+/,
  "service/plan-response-0.3": /\/payload\/metadata\/.+/,
  "structured/plan": /\/args\/.+/,
  "structured/execution-result": /\/output(\/.+)?$/,
  "actions/plan": /\/args\/.+/,
  "actions/draft": /\/args\/.+/,
  "determinism/plan": /\/params\/.+/,
  "determinism/planner-input": /^\/(memory_snippets|tool_manifest)\/\d+\/.+/,
  "determinism/planner-output": /\/params\/.+|^\/metadata\/.+/,
  "determinism/planner-error": /^\/details\/.+/,
  "determinism/replay-report": /\/(recorded|replayed)$/,
  "react/plan-request":
    /\/(input_schema|output_schema)\/.+|\/(curiosity|strain)\/.+|\/orion_state_snapshot\/\.\.\.$|\/agent_id$/,
  "react/plan-response": /\/(input|output)\/.+|\/output$|^\/final_answer\/structured\/.+/,
  "react/verb-call": /^\/payload\/.+/,
  "react/verb-answer": /^\/output(\/.+)?$/,
  "react/agent-profile": /^\/metadata\/.+/,
  "react/run-once-request": /^\/extra_context\/.+/,
  "react/agent-run-record": /^\/goal\/metadata\/.+/,
};

/** Objects that take fields beyond those named: free JSON, records, and contract 5's extendable parts. */
const openObject =
  /\/(arguments|filters|parameters|params|args|details|input|output|extra_context|structured|input_schema|output_schema|curiosity|strain|conditions|orion_state_snapshot|external_facts)$|\/(memory_snippets|tool_manifest|conversation_history)\/\d+$/;
const openIn: Record<string, RegExp> = {
  "service/plan-response": /\/payload\/metadata$/,
  "service/plan-response-0.3": /\/payload\/metadata$/,
  "determinism/planner-output": /^\/metadata$/,
  "determinism/registry": /^$/,
  "react/plan-request": /\/metadata$|^\/(context|preferences)$/,
  "react/verb-call": /^\/payload$/,
  "react/agent-profile": /\/metadata$/,
  "react/agent-run-record": /\/metadata$/,
};

/** Places that take more than one type. */
const eitherType =
  /\/(conversation_id|thought|context_summary|reason|degraded_reason|degraded_from)$|^\/triggers\/state\/0\/value$/;

type MutationSite = { path: (string | number)[]; pointer: string; value: unknown };

const cases = catalogue.flatMap(({ path, schema, examples }) =>
  examples.map((example, at) => ({ name: `${path} #${at + 1}`, path, schema, example })),
);

describe.each(cases)("$name", ({ path, schema, example }) => {
  const places = [...walk(example)].filter(({ pointer }) => !freeIn[path]?.test(pointer));
  const objects = places.filter(({ pointer, value }) => isJsonObject(value) && !isOpen(path, pointer));
  const fields = places.filter(({ path: keys }) => typeof keys.at(-1) === "string");
  const find = (changed: unknown): Issue[] => {
    const parsed = parseWith(schema, changed);
    return parsed.ok ? [] : parsed.issues;
  };

  it("is accepted unchanged", () => {
    expect(find(example)).toEqual([]);
  });

  it("refuses an unknown field in every closed object", () => {
    for (const { path: keys, pointer } of objects) {
      const issues = find(change(example, [...keys, "zz_extra"], 1));
      expect(issues, pointer).toMatchObject([{ code: "UNKNOWN_FIELD", pointer: `${pointer}/zz_extra` }]);
    }
  });

  it("keeps an unknown field where the contract is open", () => {
    for (const { path: keys, pointer } of places.filter(
      (one) => isJsonObject(one.value) && isOpen(path, one.pointer),
    )) {
      if (path === "determinism/registry") continue; // a record of entries: the extra one is a wrong entry
      const parsed = parseWith(schema, change(example, [...keys, "zz_extra"], 1));
      expect(parsed.ok && at(parsed.value, [...keys, "zz_extra"]), pointer).toBe(1);
    }
  });

  it("reports every missing required field by name", () => {
    for (const { path: keys, pointer } of fields) {
      const issues = find(change(example, keys, undefined));
      if (isOptional(schema, example, keys)) expect(issues, pointer).toEqual([]);
      else expect(issues[0], pointer).toMatchObject({ code: "MISSING_FIELD", pointer });
    }
  });

  it("suggests the field a misspelt one was meant to be", () => {
    for (const { path: keys, pointer, value } of fields) {
      const parent = keys.slice(0, -1);
      const name = String(keys.at(-1));
      if (isOpen(path, joinPointer("", ...parent)) || name === "error") continue;
      const renamed = change(change(example, keys, undefined), [...parent, `${name}x`], value);
      expect(find(renamed), pointer).toContainEqual(
        expect.objectContaining({ code: "UNKNOWN_FIELD", pointer: `${pointer}x`, hint: `Did you mean "${name}"?` }),
      );
    }
  });

  it("refuses another type at every place", () => {
    for (const { path: keys, pointer, value } of places) {
      if (eitherType.test(pointer)) continue;
      const issues = find(change(example, keys, anotherType(value)));
      expect(issues, pointer).toContainEqual(expect.objectContaining({ code: "WRONG_TYPE", pointer }));
    }
  });
});

describe("optional fields", () => {
  it.each(catalogue.map(({ path, schema, examples }) => ({ path, schema, examples })))("$path", (shape) => {
    const optional = shape.examples.flatMap((example) =>
      [...walk(example)]
        .filter(({ path, pointer }) => typeof path.at(-1) === "string" && !freeIn[shape.path]?.test(pointer))
        .filter(({ path }) => isOptional(shape.schema, example, path))
        .map(({ pointer }) => pointer.replaceAll(/\/\d+/g, "/*")),
    );
    expect([...new Set(optional)].toSorted()).toMatchSnapshot();
  });
});

function isOpen(path: string, pointer: string): boolean {
  return openObject.test(pointer) || (openIn[path]?.test(pointer) ?? false);
}

function isOptional(
  schema: (typeof catalogue)[number]["schema"],
  example: unknown,
  keys: (string | number)[],
): boolean {
  return schema.safeParse(change(example, keys, undefined)).success;
}

function* walk(value: unknown, path: (string | number)[] = []): Generator<MutationSite> {
  yield { path, pointer: joinPointer("", ...path), value };
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* walk(item, [...path, at]);
  else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) yield* walk(item, [...path, key]);
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], value); // the path was walked before
}

/** A copy with one place changed; undefined takes the place away. */
function change(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === key ? change(item, rest, to) : item));
  const object = isJsonObject(value) ? value : {};
  const { [key]: here, ...others } = object;
  const changed = change(here, rest, to);
  return changed === undefined ? others : { ...object, [key]: changed };
}

function anotherType(value: unknown): unknown {
  if (typeof value === "string") return 7.5;
  if (Array.isArray(value)) return {};
  return "text";
}
