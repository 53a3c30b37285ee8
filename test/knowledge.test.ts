import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "../src/plan/json.ts";
import { bilingualTerms as terms } from "../src/runtime/knowledge/terms.ts";
import { openDatabase } from "../src/store/sqlite/database.ts";
import { createSqliteKnowledge } from "../src/store/sqlite/knowledge.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { knowledgeSuite } from "../src/testing/knowledge-suite.ts";
import { readDocument } from "../src/tools/knowledge/read-document.ts";
import { snippetOf } from "../src/tools/knowledge/snippet.ts";
import { createKnowledgeLookup } from "../src/tools/lookup/knowledge-lookup.ts";

function openInMemory() {
  const db = openDatabase({ path: ":memory:" });
  return { db, knowledge: createSqliteKnowledge({ db, terms, clock: createFakeClock() }), stop: () => db.close() };
}

knowledgeSuite("SQLite", async () => openInMemory());

describe("the knowledge base in SQLite", () => {
  it("leaves nothing behind of a document that was removed", async () => {
    const { db, knowledge, stop } = openInMemory();
    await knowledge.put({ source: "a.md", title: "A", passages: [{ heading: "h", text: "some words" }] });
    await knowledge.remove("a.md");
    expect(db.prepare("SELECT count(*) AS n FROM knowledge_passages").get()).toEqual({ n: 0 });
    expect(db.prepare("SELECT count(*) AS n FROM knowledge_terms").get()).toEqual({ n: 0 });
    await stop();
  });
});

describe("lookup.knowledge_base", () => {
  it("answers a lookup step with snippets and sources", async () => {
    const { knowledge, stop } = openInMemory();
    const text = "Open the quote and press Create order. A draft appears in the list of drafts.";
    await knowledge.put({
      source: "help/orders.md",
      title: "Purchase orders",
      passages: [{ heading: "Creating", text }],
    });
    const tool = createKnowledgeLookup({ knowledge, loadTerms: async () => terms });
    const context = { signal: new AbortController().signal, requestId: "r", caller: "c", now: 0 };
    const ask = (filters: Record<string, string | number>) =>
      tool.run({ query: "create a purchase order", filters }, context);
    expect(await ask({ limit: 1 })).toEqual({
      query: "create a purchase order",
      answer: `“${text}” (Creating, help/orders.md)`,
      results: [
        {
          title: "Purchase orders",
          source: "help/orders.md",
          heading: "Creating",
          snippet: text,
          text,
          score: expect.any(Number),
        },
      ],
      count: 1,
    });
    expect(await ask({ source: "other/", otherwise: "Nothing." })).toMatchObject({ count: 0, answer: "Nothing." });
    await expect(ask({ limt: 1 })).rejects.toMatchObject({ code: "invalid_payload" });
    await stop();
  });
});

describe("snippetOf", () => {
  const filler = "Lorem ipsum dolor sit amet consectetur. ".repeat(12);

  it("shows the place where the words stand together, cut at words", () => {
    const text = `${filler}One order. ${filler}To create a purchase order, press the button. ${filler}`;
    const snippet = snippetOf(text, "creating purchase orders", terms);
    expect(snippet).toContain("To create a purchase order, press the button.");
    expect(snippet).toMatch(/^…\S.*\S…$/);
    expect(snippet.length).toBeLessThan(250);
  });

  it("shows a short text whole, and the start of one that does not have the words", () => {
    expect(snippetOf("a\n b", "x", terms)).toBe("a b");
    expect(snippetOf(filler, "nothing", terms)).toMatch(/^Lorem ipsum .*…$/);
  });
});

type HandbookQuestion = { q: string; section?: string };

describe("answers from a handbook", () => {
  const folder = resolve(import.meta.dirname, "corpus/handbook");
  const questions = readFileSync(join(folder, "questions.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as HandbookQuestion); // our own file

  /** Of 60 questions half are answered by a section; those of each parity are a half for fitting and for checking. */
  async function askAll(): Promise<(HandbookQuestion & { answer: string })[]> {
    const { knowledge, stop } = openInMemory();
    const read = await readDocument("handbook.md", readFileSync(join(folder, "handbook.md")));
    if ("problem" in read) throw new Error(read.problem);
    await knowledge.put(read.document);
    const tool = createKnowledgeLookup({ knowledge, loadTerms: async () => terms });
    const context = { signal: new AbortController().signal, requestId: "r", caller: "c", now: 0 };
    const answered = questions.map(async (question) => {
      const result = await tool.run({ query: question.q, filters: {} }, context);
      const answer = isJsonObject(result) ? result["answer"] : undefined;
      return { ...question, answer: typeof answer === "string" ? answer : "" };
    });
    const all = await Promise.all(answered);
    await stop();
    return all;
  }

  it("claims nothing that the handbook does not say, and finds most of what it says", async () => {
    const all = await askAll();
    const claimed = all.filter(({ answer }) => answer !== "");
    const right = claimed.filter(({ answer, section }) => section !== undefined && answer.includes(section));
    expect(all).toHaveLength(60);
    expect(right.length / claimed.length).toBeGreaterThanOrEqual(0.95);
    expect(right.length).toBeGreaterThanOrEqual(26);
  });
});
