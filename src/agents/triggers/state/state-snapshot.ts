import { ReactContext } from "../../../contracts/react/plan-react.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { Store } from "../../../ports/store.ts";
import { kinds } from "../../agent-deps.ts";
import { StateValue } from "./state-edge.ts";

const Snapshot = ReactContext.shape.orion_state_snapshot.unwrap();
/** Maximum number of values in a planner's context; tools can read the rest. */
const mostValues = 200;

/**
 * The state values for the planner's context: each under its own path, and those under `orion_state` also where the
 * contract expects them, up to the limit. Undefined without values.
 */
export async function snapshotOf({ store }: { store: Store }, tenant: string): Promise<JsonObject | undefined> {
  const records = await store.records({ tenant, kind: kinds.value, limit: mostValues });
  if (records.length === 0) return undefined;
  const entries = records.map(({ id, body }) => [id, StateValue.parse(body).value] as const).toReversed();
  const values = Object.fromEntries(entries);
  return { version: "v1", ...fitting(treeOf(entries, "orion_state")), values };
}

/** The state values by path, for goal templates. */
export async function stateTree({ store }: { store: Store }, tenant: string): Promise<JsonObject> {
  const records = await store.records({ tenant, kind: kinds.value, limit: mostValues });
  return records
    .toReversed()
    .reduce<JsonObject>((tree, { id, body }) => withAt(tree, id.split("."), StateValue.parse(body).value), {});
}

/** The value of a name, merged from its paths, the shortest first. */
function treeOf(values: readonly (readonly [path: string, value: Json])[], root: string): JsonObject {
  let tree: JsonObject = {};
  for (const [path, value] of values) {
    if (path === root && isJsonObject(value)) tree = { ...tree, ...value };
    if (path.startsWith(`${root}.`)) tree = withAt(tree, path.slice(root.length + 1).split("."), value);
  }
  return tree;
}

function withAt(tree: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  const below = tree[name];
  return { ...tree, [name]: rest.length === 0 ? value : withAt(isJsonObject(below) ? below : {}, rest, value) };
}

function fitting(tree: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(tree).filter(([name, value]) => Snapshot.safeParse({ [name]: value }).success),
  );
}
