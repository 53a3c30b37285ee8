import { openBackend } from "../../../runtime/storage/backend.ts";
import { exit, flag, type Handler } from "../../command.ts";
import { dataFolderOf } from "../../workspace/working-folder.ts";

/** Applies pending migrations and prints them. */
export const migrate: Handler = async (invocation) => {
  const { io } = invocation;
  const backend = openBackend({ folder: dataFolderOf(invocation), env: io.env });
  try {
    const done = await backend.migrate();
    if (flag(invocation, "json")) io.out(`${JSON.stringify({ migrated: done })}\n`);
    else io.out(done.length === 0 ? "up to date\n" : done.map((name) => `${name}\n`).join(""));
    return exit.ok;
  } finally {
    await backend.close();
  }
};
