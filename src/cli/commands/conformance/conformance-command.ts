import { command } from "../../command.ts";
import { boolean, number, remoteOptions, value } from "../../options/options.ts";

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
      fuzz: number("N", "Fuzzed requests per endpoint; 100 by default", [0, 999_999]),
      seed: number("N", "Seed of the fuzzed requests", [0, 999_999]),
      json: boolean("The report as JSON"),
    },
    examples: ["planwright conformance --url http://127.0.0.1:4400 --contract service"],
    load: async () => (await import("./conformance.ts")).conformance,
  },
);
