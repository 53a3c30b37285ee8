import { describe } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { maintenanceSuite } from "../../testing/maintenance-suite.ts";
import { createAudit } from "../audit.ts";
import { createPostgresStore } from "./store.ts";
import { createPostgresMaintenance } from "./maintenance.ts";

describe.skipIf(postgresAbsent !== undefined)(`with Postgres ${postgresAbsent ?? ""}`, () => {
  maintenanceSuite("Postgres", async () => {
    const schema = await openSchema();
    const { db } = schema;
    return {
      store: createPostgresStore(db),
      audit: createAudit(db),
      maintenance: createPostgresMaintenance(db),
      stop: () => schema.drop(),
    };
  });
});
