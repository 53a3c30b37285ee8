import type { Json, JsonObject } from "../../../plan/json.ts";

/** Sets a value deep inside, making the objects on the way. */
export function put(args: JsonObject, path: readonly string[], value: Json): void {
  const [head = "", ...rest] = path;
  if (rest.length === 0) {
    args[head] = value;
    return;
  }
  const inner = args[head];
  const object: JsonObject = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
  args[head] = object;
  put(object, rest, value);
}
