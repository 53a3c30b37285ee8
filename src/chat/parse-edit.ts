import type { DraftEdit, DraftView } from "../contracts/api/drafts.ts";
import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";

const removal = /^(?:убери|убрать|удали|без|remove|drop|delete|without)\s+([\d\s,и]+|[\d\s,and]+)$/iu;
const field = /^(?:(\d{1,3})[.)]\s*)?([a-z][a-z0-9_]*)\s*[:=]\s*(\S.*)$/isu;

/**
 * What words do to a Draft: "убери 3, 4" leaves actions out, "2. due_date: 2030-01-31" sets an argument that is there, and
 * anything else is the request said again.
 */
export function parseEdit(text: string, { draft }: DraftView): DraftEdit {
  const edit: DraftEdit = { actions: [], remove: [] };
  const removed = removal.exec(text.trim())?.[1]?.match(/\d+/g);
  if (removed !== undefined && removed !== null) {
    const ids = removed.flatMap((number) => draft.actions[Number(number) - 1]?.action_id ?? []);
    if (ids.length === removed.length) return { ...edit, remove: ids };
  }
  const [, number, name = "", value = ""] = field.exec(text.trim()) ?? [];
  const open = draft.actions.filter(({ outcome }) => outcome.status !== "SUCCEEDED");
  const target = number === undefined ? (open.length === 1 ? open[0] : undefined) : draft.actions[Number(number) - 1];
  const args = target === undefined ? undefined : withField(target.action.args, name, value.trim());
  if (target === undefined || args === undefined) return { ...edit, text };
  return { ...edit, actions: [{ action_id: target.action_id, args }] };
}

/** The arguments with one value changed. An unknown name must look like a field, or it is a word of a request. */
function withField(args: JsonObject, name: string, value: string): JsonObject | undefined {
  const values = args["values"];
  if (Object.hasOwn(args, name)) return { ...args, [name]: typed(value, args[name]) };
  if (isJsonObject(values) && (Object.hasOwn(values, name) || name.includes("_")))
    return { ...args, values: { ...values, [name]: typed(value, values[name]) } };
  return name.includes("_") ? { ...args, [name]: value } : undefined;
}

function typed(value: string, was: Json | undefined): Json {
  const number = Number(value.replaceAll(/[\s\u00A0]/g, "").replace(",", "."));
  return typeof was === "number" && Number.isFinite(number) ? number : value;
}
