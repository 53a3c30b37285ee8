import type { JsonObject } from "../../plan/json.ts";
import type { Issue } from "../../plan/issue.ts";
import { nearest } from "../../plan/nearest.ts";
import { joinPointer } from "../../plan/pointer.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { propertiesOf, requiredOf } from "../grammar/profile/schema.ts";
import type { Pack } from "./pack.ts";

type Call = { tool: string; args: JsonObject; pointer: string };

/**
 * Compares the calls of a pack with the tools of a manifest: tools that do not exist, arguments that the tool does not
 * have, and required ones that no step sends. Planning finds renamed tools by their words; this asks for the exact name.
 */
export function checkPackTools(pack: Pack, toolbox: readonly ToolSpec[]): Issue[] {
  const specs = new Map(toolbox.map((tool) => [tool.name, tool]));
  const missing = Object.entries(pack.tools).flatMap(([alias, { name }]) =>
    specs.has(name)
      ? []
      : [unknown({ what: "tool", name, among: specs.keys(), pointer: joinPointer("/tools", alias, "name") })],
  );
  return [
    ...missing,
    ...callsOf(pack).flatMap((call) => {
      const spec = specs.get(pack.tools[call.tool]?.name ?? "");
      return spec === undefined ? [] : checkCall(call, spec);
    }),
  ];
}

function checkCall({ args, pointer }: Call, { name: tool, inputSchema }: ToolSpec): Issue[] {
  const properties = Object.keys(propertiesOf(inputSchema));
  // `{field}` names the argument itself: any may be meant.
  const given = Object.keys(args).filter((name) => !name.includes("{"));
  const isOpen = Object.keys(args).length > given.length;
  return [
    ...given
      .filter((name) => !properties.includes(name))
      .map((name) =>
        unknown({ what: `argument of ${tool}`, name, among: properties, pointer: joinPointer(pointer, name) }),
      ),
    ...requiredOf(inputSchema)
      .filter((name) => !isOpen && !given.includes(name))
      .map((name) => ({
        code: "MISSING_FIELD" as const,
        pointer,
        message: `${tool} requires "${name}", which is not sent`,
      })),
  ];
}

type UnknownName = { what: string; name: string; among: Iterable<string>; pointer: string };

function unknown({ what, name, among, pointer }: UnknownName): Issue {
  const names = [...among];
  const meant = nearest(name, names);
  const hint =
    meant === undefined ? `There are: ${names.slice(0, 12).join(", ") || "none"}.` : `Did you mean "${meant}"?`;
  return { code: "INVALID_VALUE", pointer, message: `there is no ${what} "${name}"`, hint };
}

/** Every call that the pack can make, with the place of its arguments. */
function callsOf(pack: Pack): Call[] {
  const at = (pointer: string, call: { tool: string; args: JsonObject } | undefined): Call[] =>
    call === undefined ? [] : [{ tool: call.tool, args: call.args, pointer: joinPointer(pointer, "args") }];
  return [
    ...pack.intents.flatMap(({ steps }, intent) =>
      steps.flatMap((step, place) => at(joinPointer("/intents", intent, "steps", place), step)),
    ),
    ...Object.entries(pack.records).flatMap(([kind, { get, create, change, remove, operations }]) =>
      [
        ...Object.entries({ get, create, change, remove }),
        ...Object.entries(operations).map(([name, one]) => [`operations/${name}`, one] as const),
      ].flatMap(([name, call]) => at(`/records/${kind}/${name}`, call)),
    ),
    ...at("/people", pack.people),
  ];
}
