import { thingsToTry } from "./things-to-try.ts";

export type Place = {
  url: string;
  /** Where everything is kept, as a path that needs no working folder to be understood. */
  data: string;
  /** The configuration in force; undefined where the demo workspace stands in for one. */
  config: string | undefined;
  version: string;
  /** The program as it is called here. */
  planwright: string;
};

/** What `planwright dev` says first: where everything is, and what to do with it. */
export function welcome(place: Place): string {
  const { url, data, config, version, planwright } = place;
  return [
    `Planwright ${version} is at ${url}, for this machine only.\n`,
    `  console  ${url}/`,
    `  docs     ${url}/docs`,
    `  API      ${url}/openapi.json`,
    `  MCP      ${url}/mcp`,
    `  data     ${data}`,
    `  tools    ${config ?? `the demo workspace; "${planwright} init <folder>" makes one of your own`}\n`,
    ...(config === undefined ? demo(url) : own(planwright)),
    "Ctrl-C stops it.\n",
  ].join("\n");
}

function demo(url: string): string[] {
  const things = thingsToTry.flatMap(({ title, page, words, curl }, at) => [
    `${at + 1}. ${title}`,
    `   ${url}/#/${page}`,
    ...words.map((line) => `     ${line}`),
    `   ${curl(url)}\n`,
  ]);
  return ["Three things to try · Три вещи для начала\n", ...things];
}

function own(planwright: string): string[] {
  return [
    "In another terminal, in this folder:\n",
    `  ${planwright} tools list        what may be called`,
    `  ${planwright} plan "<goal>"     a goal in your words, in English or Russian`,
    `  ${planwright} agents list       who runs by themselves, and when\n`,
  ];
}
