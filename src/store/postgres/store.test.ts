import { describe } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { storeSuite } from "../../testing/store-suite/index.ts";
import { createPostgresStore } from "./store.ts";

describe.skipIf(postgresAbsent !== undefined)(`with Postgres ${postgresAbsent ?? ""}`, () => {
  storeSuite("Postgres", async () => {
    const schema = await openSchema();
    return {
      store: createPostgresStore(schema.db),
      reopen: async () => createPostgresStore(schema.another()),
      stop: () => schema.drop(),
    };
  });
});
