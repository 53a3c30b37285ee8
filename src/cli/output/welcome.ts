import { suggestions } from "./suggestions.ts";

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
