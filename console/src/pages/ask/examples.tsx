import { Icon } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";

const examples = {
  en: [
    "Generate a purchase order from quote Q-0192",
    "What do we have in stock of bearings?",
    "Convert quote Q-0192 to a sales order",
    "How do I create a purchase order?",
    "Email PO-5001 to the vendor",
  ],
  ru: [
    "Создай заказ поставщику по предложению Q-0192",
    "Сколько подшипников на складе?",
    "Как оформить заказ поставщику?",
    "Отправь заказ PO-5001 поставщику",
  ],
} as const;

/** Requests that write need approval. */
const actions = {
  en: ["Move the deal Ромашка to paused", "Show the pipeline"],
  ru: ["Переведи сделку Ромашка в paused", "Сделка Ромашка выиграна, создай kickoff"],
} as const;

/** Example requests for the demo workspace. */
export function Examples({ onChoose }: { onChoose: (goal: string, contract: "service" | "actions") => void }) {
  const { t, language } = useI18n();
  const others = language === "en" ? "ru" : "en";
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">{t("ask.try")}</h2>
      <ul className="row">
        {[...examples[language], ...examples[others].slice(0, 2)].map((goal) => (
          <li key={goal}>
            <button type="button" className="pill" onClick={() => onChoose(goal, "service")}>
              {goal}
            </button>
          </li>
        ))}
        {actions[language].map((goal) => (
          <li key={goal}>
            <button type="button" className="pill" onClick={() => onChoose(goal, "actions")}>
              <Icon name="write" size={14} />
              {goal}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
