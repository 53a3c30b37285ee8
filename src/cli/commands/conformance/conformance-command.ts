import { command } from "../../command.ts";
import { boolean, remoteOptions, value } from "../../options/options.ts";

export const conformanceCommand = command(
  "conformance",
  "Test whether a server implements the contracts. Exit 3 if it violates one.",
  {
    options: {
      ...remoteOptions,
      url: value("address", "URL of the server, for example http://127.0.0.1:4400"),
      contract: value("name", "service, structured, determinism, react or all (default)", {
        choices: ["service", "structured", "determinism", "react", "all"],
      }),
      fuzz: value("N", "Fuzzed requests per endpoint; 100 by default"),
      seed: value("N", "Seed of the fuzzed requests"),
      json: boolean("The report as JSON"),
    },
    examples: ["planwright conformance --url http://127.0.0.1:4400 --contract service"],
    load: async () => (await import("./conformance.ts")).conformance,
  },
);
