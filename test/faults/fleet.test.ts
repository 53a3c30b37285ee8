import { describe, expect, it } from "vitest";
import { postgresAbsent } from "../support/postgres-server.ts";
import { redisAbsent } from "../support/redis-server.ts";
import { excerptOf } from "./fleet/excerpt.ts";
import { shortForm } from "./fleet/forms.ts";
import { runSuite, type SuiteOptions, withInstallation } from "./fleet/suite.ts";

// The short form of `npm run test:faults`: the whole fleet as real processes, a few faults, and the same checker.
const absent =
  postgresAbsent ?? redisAbsent ?? (process.env["TEST_DATABASE_URL"] ? "a given database is not restarted" : undefined);

describe.skipIf(absent !== undefined)(`a fleet of 7 processes ${absent ?? ""}`, () => {
  it(
    "loses nothing, repeats nothing and does nothing unapproved under faults",
    { timeout: 600_000 },
    async ({ signal }) => {
      const said: string[] = [];
      const options: SuiteOptions = { ...shortForm, seed: 20_260_101, say: (line) => void said.push(line), signal };
      const { violations, kinds, accepted } = await withInstallation(options, async (installation) => {
        const result = await runSuite(installation, options);
        return {
          keep: result.violations.length > 0,
          value: {
            violations: result.violations.map((one) => excerptOf(installation.folder, one)),
            kinds: new Set(result.chaos.map(({ fault }) => fault.kind)),
            accepted: result.evidence.operations.filter(({ outcome }) => outcome.type === "ok").length,
          },
        };
      });
      expect(violations, said.join("\n")).toEqual([]);
      expect(kinds).toEqual(new Set(shortForm.kinds));
      expect(accepted).toBeGreaterThan(5);
    },
  );
});
