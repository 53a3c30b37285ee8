import { describedValue } from "../sets/described-value.ts";
import { textOf } from "../world/find-rows.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Change, Request } from "../requests/request.ts";
import { revalued } from "./revalue.ts";
import { hasMeaning, type TextState } from "../requests/text-state.ts";

/** "… and assign it to Anna": a value for what is made just before. */
export function amendCreation(items: readonly Item[], { requests, context }: TextState): Request | undefined {
  const last = requests.at(-1);
  const refers = items.some(({ is }) => is === "pronoun" || is === "whose");
  const goesOn = items.some((item) => isItem(item, "verb") && item.op === "assign" && item.form !== "imperative");
  const isNew = items.some(({ is }) => /^(?:name|key|unknown|word)$/.test(is));
  const isOther = items.some(({ is }) => is === "kind") && !items.some(({ is }) => is === "contact");
  if (last?.do !== "create" || isNew || isOther || !(refers || goesOn)) return undefined;
  return revalued(last, { items, context })?.[0];
}

/** "Title it with the event name", "tell them 'I am late'": a value that the letter just before still lacks. */
export function completeCreation(items: readonly Item[], { requests, context }: TextState): Request | undefined {
  const last = requests.at(-1);
  const record = last?.do === "create" ? context.world.pack.records[last.kind] : undefined;
  if (last?.do !== "create" || record === undefined) return undefined;
  const said = items.filter(hasMeaning);
  const field = said
    .flatMap((item) => (isItem(item, "field") ? item.senses : []))
    .find(({ kind }) => kind === last.kind)?.field;
  const copied = field === undefined ? undefined : describedValue(said, last.kind, context);
  if (field !== undefined && copied !== undefined && isWhole(said, copied.items))
    return withValue(last, { field, value: { is: "json", value: copied.value, shown: textOf(copied.value) } });
  const [quoted, ...others] = said.flatMap((item) => (isItem(item, "quoted") ? [item.value] : []));
  const tells = said.every(
    (item) => /^(?:pronoun|person|quoted)$/.test(item.is) || (isItem(item, "verb") && item.op === "send"),
  );
  const isOpen = record.body !== undefined && !last.changes.some((one) => one.field === record.body);
  if (quoted === undefined || others.length > 0 || !tells || !isOpen || record.body === undefined) return undefined;
  return withValue(last, { field: record.body, value: { is: "json", value: quoted, shown: quoted } });
}

/** Whether nothing else is said than a field of what is made and where its value comes from. */
function isWhole(said: readonly Item[], copied: readonly Item[]): boolean {
  return said.every((item) => copied.includes(item) || item.is === "pronoun" || item.is === "field");
}

function withValue(last: Extract<Request, { do: "create" }>, change: Change): Request {
  const missing = last.missing.filter((field) => field !== change.field);
  return { ...last, changes: [...last.changes, change], missing };
}
