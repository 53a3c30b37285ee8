import { orders } from "./route.ts";

/** "Не ставь", "не надо ставить": a verb behind "не", by its ending; not "не забудь" and "не могли бы", which ask for it. */
const russian =
  /(?<!\p{L})(?:не\s+(?:(?:надо|нужно|стоит|следует)\s+)?(?!забуд|забы|мог|мож|очень|тольк|лишь)\p{L}{2,}(?:й|и|ь|йте|ите|ьте)|нельзя\s+\p{L}+)(?!\p{L})/iu;
/** Only where a clause begins: "leads that don't have a phone" are described, not spared. */
const english =
  /(?:^|[,;.!]|(?<!\p{L})(?:please|but|and|just))\s*(?:don['’]?t|do not|never|no need to|must not)\s+(?!forget|hesitate)\p{L}/iu;
/** What is written down may say "not" as it likes. */
const writes =
  /^\s*(?:please\s+|пожалуйста\s+)?(?:создай|сделай|добавь|заведи|запиши|поставь задачу|напомни|напиши|create|add|make|write|remind|note|comment)(?!\p{L})/iu;

/** What a text forbids: nothing, all it speaks of, or a part beside something it asks for. */
export function forbids(text: string): "nothing" | "all" | "part" {
  const head = (text.split(":")[0] ?? "").replaceAll(/«[^»]*»|"[^"]*"|“[^”]*”/g, "…");
  const isForbidden = (part: string): boolean => russian.test(part) || english.test(part);
  if (writes.test(head) || !isForbidden(head)) return "nothing";
  const parts = head.split(/[,;.!]|\s(?:но|а|и|but|and)\s/iu);
  return parts.some((part) => orders(part) && !isForbidden(part)) ? "part" : "all";
}

/** "Стоит ли ставить на паузу?" weighs it and asks for nothing; "можешь ли поставить" asks for it. */
export function weighs(text: string): boolean {
  if (!/\?\s*$/.test(text.trim())) return false;
  return /(?<!\p{L})(?<!мож\p{L}*\s)(?<!мог\p{L}*\s)ли(?!\p{L})|^\s*(?:should|shall) (?:i|we)(?!\p{L})/iu.test(text);
}
