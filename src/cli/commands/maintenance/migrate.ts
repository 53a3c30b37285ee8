import { type Handler, print } from "../../command.ts";
import { withBackend } from "../../workspace/working-folder.ts";

/** Applies pending migrations and prints them. */
export const migrate: Handler = (invocation) =>
  withBackend(invocation, async (backend) => {
    const migrated = await backend.migrate();
    return print(invocation, { migrated }, migrated.map((name) => `${name}\n`).join("") || "up to date\n");
  });
