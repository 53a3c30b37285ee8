import { openBackend } from "../../../runtime/storage/backend.ts";
import { type Handler, print } from "../../command.ts";
import { dataFolderOf } from "../../workspace/working-folder.ts";

/** Applies pending migrations and prints them. */
export const migrate: Handler = async (invocation) => {
  const { io } = invocation;
  const backend = openBackend({ folder: dataFolderOf(invocation), env: io.env });
  try {
    const done = await backend.migrate();
    return print(
      invocation,
      { migrated: done },
      done.length === 0 ? "up to date\n" : done.map((name) => `${name}\n`).join(""),
    );
  } finally {
    await backend.close();
  }
};
