import type { Command } from "../command.ts";
import { remoteOptions } from "../remote.ts";

export const conformanceCommand: Command = {
  name: "conformance",
  summary: "Hold any server that claims one of the contracts to it. Exit 3 when it breaks one.",
  options: {
    ...remoteOptions,
    url: { type: "string", value: "address", summary: "Where the server is, for example http://127.0.0.1:4400" },
    contract: {
      type: "string",
      value: "name",
      choices: ["service", "structured", "determinism", "react", "all"],
      summary: "service, structured, determinism, react or all (default)",
    },
    fuzz: { type: "string", value: "N", summary: "Spoilt requests for each endpoint; 100 by default" },
    seed: { type: "string", value: "N", summary: "Another choice of spoilt requests" },
    json: { type: "boolean", summary: "The report as JSON" },
  },
  examples: ["planwright conformance --url http://127.0.0.1:4400 --contract service"],
  load: async () => (await import("./conformance.ts")).conformance,
};
