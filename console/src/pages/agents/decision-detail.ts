import type { TextKey } from "../../i18n/i18n.ts";
import type { Speech } from "../../plan/step-title.ts";

/** The forms of a recorded reason why a condition did not hold, as the agents write them. */
const forms: readonly (readonly [RegExp, TextKey])[] = [
  [/^(?<field>.+?): it is missing$/, "decision.detail.missing"],
  [/^(?<field>.+?): it is there$/, "decision.detail.present"],
  [/^(?<field>.+?): (?<value>.+) is not a number$/, "decision.detail.notNumber"],
  [/^(?<field>.+?): (?<value>.+) is below (?<bound>.+)$/, "decision.detail.below"],
  [/^(?<field>.+?): (?<value>.+) is above (?<bound>.+)$/, "decision.detail.above"],
  [/^(?<field>.+?): (?<value>.+) is not one of (?<bound>.+)$/, "decision.detail.notOneOf"],
  [/^(?<field>.+?): (?<value>.+) is not (?<bound>.+)$/, "decision.detail.other"],
  [/^(?<field>.+?) is not known$/, "decision.detail.unknown"],
  [/^(?<field>.+?) is too old$/, "decision.detail.old"],
  [/^(?<field>.+?) is (?<value>.+), of another type than (?<bound>.+)$/, "decision.detail.type"],
  [/^(?<field>.+?) is (?<value>.+), not (?<bound>.+)$/, "decision.detail.state"],
];

/** A recorded reason in the language of the page; other texts, such as a person's note, stay as they are. */
export function detailText(detail: string, { t }: Pick<Speech, "t">): string {
  for (const [form, key] of forms) {
    const found = form.exec(detail)?.groups;
    if (found !== undefined) return t(key, found);
  }
  return detail;
}
