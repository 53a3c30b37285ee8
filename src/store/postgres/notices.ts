import type { Notice, Notices } from "../../ports/notices.ts";
import type { PostgresDatabase } from "./database.ts";

export function createPostgresNotices(db: Pick<PostgresDatabase, "notify" | "listen">): Notices {
  return {
    send: ({ tenant, kind, id }) => db.notify("notice", JSON.stringify([tenant, kind, id])),
    watch: (call) =>
      db.listen("notice", (words) => {
        if (words.length === 0) call();
        for (const word of words) call(toNotice(word));
      }),
  };
}

function toNotice(word: string): Notice {
  const [tenant, kind, id]: unknown[] = JSON.parse(word);
  return { tenant: String(tenant), kind: String(kind), id: String(id) };
}
