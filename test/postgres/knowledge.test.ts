import { describe, expect, it } from "vitest";
import { bilingualTerms as terms } from "../../src/runtime/knowledge/terms.ts";
import { createPostgresKnowledge } from "../../src/store/postgres/knowledge.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { knowledgeSuite } from "../../src/testing/knowledge-suite.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";

async function open() {
  const schema = await openSchema();
  const knowledge = createPostgresKnowledge({ db: schema.db, terms, clock: createFakeClock() });
  return { schema, knowledge, stop: () => schema.drop() };
}

describe.skipIf(postgresAbsent !== undefined)(`with Postgres ${postgresAbsent ?? ""}`, () => {
  knowledgeSuite("Postgres", open);

  it("removes a document completely, and stores one of many concurrent puts", async () => {
    const { schema, knowledge, stop } = await open();
    const document = { source: "a.md", title: "A", passages: [{ heading: "h", text: "some words" }] };
    const put = await Promise.all([1, 2, 3].map(() => knowledge.put(document)));
    expect(put.toSorted()).toEqual(["added", "unchanged", "unchanged"]);
    await knowledge.remove("a.md");
    expect(await schema.db.read("SELECT count(*)::int AS n FROM knowledge_terms")).toEqual([{ n: 0 }]);
    await stop();
  });
});
