import { z } from "zod";
import type { WireShape } from "../../src/contracts/catalogue.ts";
import { jsonSchemaOf } from "../../src/contracts/json-schema.ts";
import { ownDocuments } from "../generate-schemas.ts";

/** What of a JSON Schema the reference reads. */
const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.json().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  const: z.json().optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  get properties() {
    return z.record(z.string(), Node).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Node]).optional();
  },
  get items() {
    return Node.optional();
  },
  get anyOf() {
    return z.array(Node).optional();
  },
  get oneOf() {
    return z.array(Node).optional();
  },
});
type Node = z.infer<typeof Node>;

/** One key of a document. A name that the author chooses is `<name>` in the path. */
export type ConfigKey = { path: string; type: string; default: string; about: string };

/** Every key of `planwright.yaml`, parents before their children, in the order of the schema. */
export function configKeys(): ConfigKey[] {
  return documentKeys(ownDocuments.planwright);
}

/** Every key of a document. Variants of an object are merged; a key that only some of them have appears once. */
export function documentKeys(document: WireShape): ConfigKey[] {
  const keys = new Map<string, ConfigKey>();
  for (const key of below(Node.parse(jsonSchemaOf(document)), [])) {
    const { type = key.type } = keys.get(key.path) ?? {};
    keys.set(key.path, {
      ...key,
      ...keys.get(key.path),
      type: type.includes(key.type) ? type : `${type}, ${key.type}`,
    });
  }
  return [...keys.values()];
}

function keysOf(node: Node, path: readonly string[]): ConfigKey[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const here = [...path, name];
    const isRequired = node.required?.includes(name) ?? false;
    const key: ConfigKey = {
      path: here.join("."),
      type: typeOf(child),
      default: isRequired ? "required" : defaultOf(child),
      about: child.description ?? "",
    };
    return [key, ...below(child, here)];
  });
}

function below(node: Node, path: readonly string[]): ConfigKey[] {
  if (isSecret(node)) return [];
  if (node.items !== undefined) return below(node.items, [...path.slice(0, -1), `${path.at(-1)}[]`]);
  const rest = restOf(node);
  if (rest !== undefined && !isSecret(rest)) return below(rest, [...path, "<name>"]);
  return [...keysOf(node, path), ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((one) => below(one, path))];
}

function typeOf(node: Node): string {
  if (isSecret(node)) return "text or `{env}`";
  if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(", ");
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  const variants = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(" or ");
  if (Array.isArray(node.type)) return "JSON Schema";
  const rest = restOf(node);
  switch (node.type) {
    case "array":
      return `list of ${node.items === undefined ? "anything" : typeOf(node.items)}`;
    case "object":
      return rest === undefined ? (node.properties === undefined ? "object" : "section") : `by name: ${typeOf(rest)}`;
    case "integer":
    case "number":
      return `${node.type}${rangeOf(node)}`;
    case undefined:
      return "any JSON";
    default:
      return node.type;
  }
}

/** Integers have bounds of their own, which nobody reaches. */
function rangeOf({ minimum, exclusiveMinimum, maximum }: Node): string {
  const from = minimum ?? (exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`);
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (from === undefined && to === undefined) return "";
  return to === undefined ? `, ${from} or more` : `, ${from} to ${to}`;
}

function defaultOf(node: Node): string {
  const { default: value } = node;
  // What a section has where it is left out is said of each of its keys.
  if (value === undefined || node.properties !== undefined) return "";
  return `\`${JSON.stringify(value)}\``;
}

/** The shape of a record's values. */
function restOf({ additionalProperties: rest }: Node): Node | undefined {
  return typeof rest === "object" && Object.keys(rest).length > 0 ? rest : undefined;
}

/** A text, or where it is in the environment. */
function isSecret({ anyOf = [] }: Node): boolean {
  return anyOf.some(({ properties = {} }) => "env" in properties);
}
