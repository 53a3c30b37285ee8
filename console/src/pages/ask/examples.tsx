import { Icon } from "../../design/icon.tsx";
import { type Language, useI18n } from "../../i18n/i18n.ts";
import { useTools } from "../../plan/use-tools.ts";

type Example = { tool: string; text: Record<Language, string> };

/** Requests for tools that many workspaces have; one is offered if its tool is there. */
const known: readonly Example[] = [
  {
    tool: "create_purchase_order",
    text: {
      en: "Generate a purchase order from quote Q-0192",
      ru: "Создай заказ поставщику по предложению Q-0192",
    },
  },
  {
    tool: "inventory_lookup",
    text: { en: "What do we have in stock of bearings?", ru: "Сколько подшипников на складе?" },
  },
  {
    tool: "convert_quote_to_sales_order",
    text: { en: "Convert quote Q-0192 to a sales order", ru: "Преобразуй предложение Q-0192 в заказ клиента" },
  },
  {
    tool: "ATTIO_UPDATE_RECORD",
    text: { en: "Move the deal Acme website to paused", ru: "Переведи сделку Ромашка в паузу" },
  },
  {
    tool: "LINEAR_CREATE_LINEAR_ISSUE",
    text: { en: "Create a task: prepare the offer by Friday", ru: "Создай задачу: подготовить КП до пятницы" },
  },
  {
    tool: "ATTIO_LIST_RECORDS",
    text: { en: "Which deals are in negotiation?", ru: "Какие сделки в переговорах?" },
  },
  {
    tool: "list_quotes",
    text: { en: "What is the total of all accepted quotes?", ru: "На какую сумму принятых предложений?" },
  },
];

const maxShown = 7;
/** With fewer known examples, descriptions of other tools are offered too. */
const enoughKnown = 3;

/** Example requests from the workspace's own tools: known ones, then what the tools say they do. */
export function Examples({ onChoose }: { onChoose: (goal: string) => void }) {
  const { t, language } = useI18n();
  const tools = useTools();
  const familiar = known.filter(({ tool }) => tools.has(tool));
  const covered = new Set(familiar.map(({ tool }) => tool));
  const others = [...tools.values()]
    .filter(({ name, source }) => !covered.has(name) && source !== "code")
    .slice(0, familiar.length >= enoughKnown ? 0 : maxShown - familiar.length);
  if (tools.size === 0) return null;
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">{t("ask.try")}</h2>
      <ul className="row">
        {familiar.slice(0, maxShown).map(({ tool, text }) => (
          <li key={tool}>
            <button type="button" className="pill" onClick={() => onChoose(text[language])}>
              <Icon name={tools.get(tool)?.effect === "read" ? "read" : "write"} size={14} />
              {text[language]}
            </button>
          </li>
        ))}
        {others.map(({ name, description, effect }) => (
          <li key={name}>
            <button type="button" className="pill" onClick={() => onChoose(firstSentence(description))}>
              <Icon name={effect === "read" ? "read" : "write"} size={14} />
              {firstSentence(description)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function firstSentence(description: string): string {
  return (description.split(/[.:;\n]/)[0] ?? "").trim();
}
