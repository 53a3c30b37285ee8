import type { Command } from "../../command.ts";
import { remoteOptions } from "../../remote/remote.ts";

export const conformanceCommand: Command = {
  name: "conformance",
  summary: "Test whether a server implements the contracts. Exit 3 if it violates one.",
  options: {
    ...remoteOptions,
    url: { type: "string", value: "address", summary: "URL of the server, for example http://127.0.0.1:4400" },
    contract: {
      type: "string",
      value: "name",
      choices: ["service", "structured", "determinism", "react", "all"],
      summary: "service, structured, determinism, react or all (default)",
    },
    fuzz: { type: "string", value: "N", summary: "Fuzzed requests per endpoint; 100 by default" },
    seed: { type: "string", value: "N", summary: "Seed of the fuzzed requests" },
    json: { type: "boolean", summary: "The report as JSON" },
  },
  examples: ["planwright conformance --url http://127.0.0.1:4400 --contract service"],
  load: async () => (await import("./conformance.ts")).conformance,
};
