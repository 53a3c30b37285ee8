import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Speech } from "../speech.ts";

/** A value of a pack as it is said: of a text in both languages the one that is spoken, anything else as it is. */
export function spoken(value: Json, speech: Speech): Json {
  return isInBoth(value) ? (value[speech] ?? value) : value;
}

function isInBoth(value: Json): value is Record<Speech, string> {
  if (!isJsonObject(value)) return false;
  const { en, ru, ...others } = value;
  return typeof en === "string" && typeof ru === "string" && Object.keys(others).length === 0;
}
