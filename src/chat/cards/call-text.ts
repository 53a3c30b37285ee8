import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ActionWords } from "../domain-words.ts";
import { fieldLabel, fieldText, type Rendering, textsOf } from "../rendering.ts";

/** What a call writes, in the words of the domain: no key or default is named. */
export function callText({ tool, args }: { tool: string; args: JsonObject }, rendering: Rendering): string {
  const { language, fieldOf } = rendering;
  const words = rendering.actionOf({ tool_slug: tool, args }, language);
  const fields = flat(args);
  const silent = [...(words?.fixed ?? []), words?.nameField];
  const name = words === undefined ? undefined : nameIn(words, fields, rendering);
  const noun = words === undefined || words.noun === "" ? fieldLabel(toolWords(tool), rendering) : words.noun;
  const does = words === undefined || words.does === "operate" ? undefined : textsOf(rendering).does[words.does];
  const isPlain = does === undefined;
  const title = isPlain ? noun : `${does}: ${noun}`;
  const isShown = (field: string, value: Json): boolean =>
    (isPlain || !silent.includes(field)) && value !== fieldOf(field, language)?.default;
  const fieldTexts = Object.entries(fields).flatMap(([field, value]) =>
    isShown(field, value) ? [`${fieldLabel(field, rendering)}: ${fieldText(field, value, rendering)}`] : [],
  );
  return [!isPlain && typeof name === "string" ? `${title} «${name}»` : title, ...fieldTexts].join(", ");
}

/** The record that is written, by its name; by its id if nobody knows the name. */
function nameIn({ recordId, nameField }: ActionWords, fields: JsonObject, { names }: Rendering): Json | undefined {
  return recordId === undefined ? fields[nameField] : (names.get(recordId) ?? recordId);
}

/** The calls that a preview lists. */
export function callsIn(value: Json | undefined): { tool: string; args: JsonObject }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const { tool, args } = isJsonObject(one) ? one : {};
    return typeof tool === "string" && isJsonObject(args) ? [{ tool, args }] : [];
  });
}

/** The name of a tool as words. */
export function toolWords(tool: string): string {
  return tool.toLowerCase().replaceAll(/[._]+/g, "_");
}

/** Attributes of a record are one level down; they are listed by their own names. */
export function flat(fields: JsonObject): JsonObject {
  const { values, ...rest } = fields;
  return isJsonObject(values) ? { ...rest, ...values } : fields;
}
