import { describe } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { runIndexSuite } from "../../../test/support/run-index-suite.ts";
import { createRunIndex } from "../run-index.ts";
import { createPostgresStore } from "./store.ts";

describe.skipIf(postgresAbsent !== undefined)(`with Postgres ${postgresAbsent ?? ""}`, () => {
  runIndexSuite("Postgres", async () => {
    const schema = await openSchema();
    return {
      store: createPostgresStore(schema.db),
      index: createRunIndex(schema.db, "ILIKE"),
      stop: () => schema.drop(),
    };
  });
});
