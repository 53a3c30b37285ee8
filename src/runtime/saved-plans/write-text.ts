import { flat } from "../../chat/cards/action-lines.ts";
import type { DomainWords } from "../../chat/domain-words.ts";
import { fieldLabel, valueText } from "../../chat/rendering.ts";
import { texts } from "../../chat/texts/texts.ts";
import type { Language } from "../../contracts/actions/plan.ts";
import type { JsonObject } from "../../plan/json.ts";

export type WriteText = (write: { tool: string; args: JsonObject }, language: Language) => string;

/** What a call writes, in the words of the domain: no tool, key or default is named. */
export function createWriteText({ actionOf, fieldOf, labelOf }: DomainWords): WriteText {
  return ({ tool, args }, language) => {
    const rendering = { fieldOf, labelOf, language };
    const words = actionOf({ tool_slug: tool, args }, language);
    const silent = [...(words?.fixed ?? []), words?.nameField];
    const name = words === undefined ? undefined : flat(args)[words.nameField];
    const does = words === undefined || words.does === "operate" ? undefined : texts[language].does[words.does];
    const noun = words?.noun ?? fieldLabel(tool.toLowerCase().replaceAll(".", "_"), rendering);
    const fields = Object.entries(flat(args)).flatMap(([field, value]) =>
      silent.includes(field) || value === fieldOf(field, language)?.default
        ? []
        : [`${fieldLabel(field, rendering)}: ${valueText(value, rendering)}`],
    );
    const title = [does === undefined ? noun : `${does}: ${noun}`, ...(typeof name === "string" ? [`«${name}»`] : [])];
    return [title.join(" "), ...fields].join(", ");
  };
}
