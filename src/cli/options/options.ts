import { compact } from "../../plan/compact.ts";
import type { Option } from "../command.ts";

/** An option with a value; `placeholder` stands for it in the help. */
export function value(
  placeholder: string,
  summary: string,
  more: Omit<Option, "type" | "value" | "summary"> = {},
): Option {
  return { type: "string", value: placeholder, summary, ...more };
}

/** An option with a whole number. */
export function number(placeholder: string, summary: string, range: Option["range"]): Option {
  return value(placeholder, summary, compact({ range }));
}

/** `--limit`, for commands that list something. */
export const limitOption = number("n", "How many; 20 by default", [1, 200]);

/** An option without a value. */
export function boolean(summary: string): Option {
  return { type: "boolean", summary };
}

/** `--json`, common to all commands with output. */
export const json = boolean("Machine-readable output, including errors");

/** Options of every command that works in a workspace. */
export const folderOptions = {
  config: value("file", "Configuration file; planwright.yaml by default"),
  data: value("folder", "Data folder; .planwright by default, or PLANWRIGHT_DATA"),
  tenant: value("name", 'Tenant; "local" by default'),
};

/** Options of commands that can call a running server instead of working locally. */
export const remoteOptions = {
  url: value("address", "Call this server instead, for example http://127.0.0.1:4400"),
  key: value("text", "API key of the server; PLANWRIGHT_KEY by default"),
};

/** Options of commands that work in a workspace or on a server. */
export const placeOptions = { ...folderOptions, ...remoteOptions, json };

/** For commands that call models or tools. */
export const cassetteOptions = {
  record: value("file", "Record every model and tool call, without secrets"),
  replay: value("file", "Answer every call from the file, without network"),
};

export const priorityOption = value(
  "name",
  "low, normal or high: which runs of the tenant start first; normal by default",
  { choices: ["low", "normal", "high"] },
);
