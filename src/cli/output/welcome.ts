type WelcomeParts = {
  url: string;
  /** Absolute path of the data folder. */
  data: string;
  /** Path of the configuration; undefined for the demo workspace. */
  config: string | undefined;
  version: string;
  /** How the user starts the program. */
  planwright: string;
};

/** The first output of `planwright dev`: addresses and examples. */
export function welcome(place: WelcomeParts): string {
  const { url, data, config, version, planwright } = place;
  return [
    `Planwright ${version} runs at ${url} (this machine only).\n`,
    `  console  ${url}/`,
    `  docs     ${url}/docs`,
    `  API      ${url}/openapi.json`,
    `  MCP      ${url}/mcp`,
    `  data     ${data}`,
    `  tools    ${config ?? `the demo workspace; create your own with "${planwright} init <folder>"`}\n`,
    ...(config === undefined ? demoSuggestions(url) : ownWorkspaceSteps(planwright)),
    "Press Ctrl-C to stop.\n",
  ].join("\n");
}

function demoSuggestions(url: string): string[] {
  const things = suggestions.flatMap(({ title, page, words, curl }, at) => [
    `${at + 1}. ${title}`,
    `   ${url}/#/${page}`,
    ...words.map((line) => `     ${line}`),
    `   ${curl(url)}\n`,
  ]);
  return ["Three things to try · Три вещи для начала\n", ...things];
}

function ownWorkspaceSteps(planwright: string): string[] {
  return [
    "In another terminal, in this folder:\n",
    `  ${planwright} tools list        the available tools`,
    `  ${planwright} plan "<goal>"     a goal in English or Russian`,
    `  ${planwright} agents list       the agents and their schedules\n`,
  ];
}

/** Something to try in the demo workspace: a console page and the same as a command. */
type Suggestion = {
  title: string;
  /** The console page, and examples to type there. */
  page: string;
  words: readonly string[];
  curl: (url: string) => string;
};

const json = "-H 'content-type: application/json' -d";

/** A plan, a change that needs approval, an agent. */
export const suggestions: readonly Suggestion[] = [
  {
    title: "A goal becomes a plan · Цель становится планом",
    page: "ask",
    words: ["Generate a purchase order from quote Q-0192", "Сколько подшипников на складе?"],
    curl: (url) =>
      `curl -s ${url}/plan ${json} '{"session_id":1,"context":{"company_id":92},"message":"What is in quote Q-0192?"}'`,
  },
  {
    title: "A change waits for your approval · Изменение ждёт вашего решения",
    page: "chat",
    words: ["Create a task Call the printer by Friday", "Сделка Ромашка выиграна, создай kickoff"],
    curl: (url) =>
      `curl -s ${url}/chat ${json} '{"conversation":"me","input":{"kind":"message","text":"Which deals are paused?"}}'`,
  },
  {
    title: "An agent runs and explains why · Агент запускается и объясняет почему",
    page: "agents/of/agent.low_stock",
    words: [],
    curl: (url) => `curl -s -X PUT ${url}/state/stock.bolts ${json} '{"value":7}'`,
  },
];
