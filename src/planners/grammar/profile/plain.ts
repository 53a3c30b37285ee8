import type { Json } from "../../../plan/json.ts";

/** A value as a person would write it. */
export function plain(value: Json | undefined): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
