/** One thing the demo workspace can do at once: where it is in the console, and the same as a command. */
export type Thing = {
  title: string;
  /** The console's page, and what to type there; each is understood as it stands. */
  page: string;
  words: readonly string[];
  curl: (url: string) => string;
};

const json = "-H 'content-type: application/json' -d";

/** Three of them: a plan, a change that waits for a person, an agent. */
export const thingsToTry: readonly Thing[] = [
  {
    title: "A goal becomes a plan · Цель становится планом",
    page: "ask",
    words: ["Generate a purchase order from quote Q-0192", "Сколько подшипников на складе?"],
    curl: (url) =>
      `curl -s ${url}/plan ${json} '{"session_id":1,"context":{"company_id":92},"message":"What is in quote Q-0192?"}'`,
  },
  {
    title: "A change waits for you · Изменение ждёт вашего слова",
    page: "chat",
    words: ["Create a task Call the printer by Friday", "Сделка Ромашка выиграна, создай kickoff"],
    curl: (url) =>
      `curl -s ${url}/chat ${json} '{"conversation":"me","input":{"kind":"message","text":"Which deals are paused?"}}'`,
  },
  {
    title: "An agent wakes up, and says why · Агент просыпается и объясняет почему",
    page: "agents/of/agent.low_stock",
    words: [],
    curl: (url) => `curl -s -X PUT ${url}/state/stock.bolts ${json} '{"value":7}'`,
  },
];
