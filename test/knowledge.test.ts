import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Knowledge } from "../src/ports/knowledge.ts";
import { bilingualTerms as terms } from "../src/runtime/terms.ts";
import { type Database, openDatabase } from "../src/store/sqlite/database.ts";
import { createSqliteKnowledge } from "../src/store/sqlite/knowledge.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { snippetOf } from "../src/tools/knowledge/snippet.ts";
import { createKnowledgeLookup } from "../src/tools/lookup/knowledge-lookup.ts";

let db: Database;
let knowledge: Knowledge;

beforeEach(() => {
  db = openDatabase({ path: ":memory:" });
  knowledge = createSqliteKnowledge({ db, terms, clock: createFakeClock(1000) });
});
afterEach(() => db.close());

const passage = (text: string, heading = "") => ({ heading, text });
const orders = {
  source: "help/orders.md",
  title: "Purchase orders",
  passages: [
    passage("Open the quote and press Create order. A draft appears in the list of drafts.", "Creating"),
    passage("Drafts are emailed to vendors once they were submitted.", "Sending"),
  ],
};
const stock = {
  source: "help/sklad.md",
  title: "Остатки на складе",
  passages: [
    passage("Чтобы проверить остатки подшипников, откройте карточку товара.", "Проверка"),
    passage("Счёт поставщика оплачивают в течение десяти дней.", "Оплата"),
  ],
};

const search = async (text: string, tenant?: string) =>
  (await knowledge.search({ text, limit: 5 }, tenant)).map((hit) => hit.heading);

describe("the knowledge base", () => {
  beforeEach(async () => {
    await knowledge.put(orders);
    await knowledge.put(stock);
  });

  it.each([
    ["how do I create a purchase order?", "Creating"],
    ["creating orders", "Creating"],
    ["who gets an email after submitting", "Sending"],
    ["vendor", "Sending"],
    ["как проверить остаток подшипника", "Проверка"],
    ["ПОДШИПНИКИ", "Проверка"],
    ["оплата счетов поставщикам", "Оплата"],
    ["счет", "Оплата"],
    ["как оплатить vendor order?", "Оплата"],
  ])("finds by any form of a word: %s", async (query, heading) => expect((await search(query))[0]).toBe(heading));

  it.each(["", "   ", "?!", '"', "NEAR(", "title:order*", "a OR", "жираф"])(
    "takes %j as words to look for, not as a language",
    async (query) => expect(Array.isArray(await search(query))).toBe(true),
  );

  it("puts a passage that has more of the words, and in its headings, first", async () => {
    await knowledge.put({
      source: "z.md",
      title: "Other",
      passages: [passage("An order is mentioned here once."), passage("nothing", "Vendors: create an order")],
    });
    expect(await search("vendor order create")).toEqual(expect.arrayContaining(["Vendors: create an order", ""]));
    expect((await search("vendor order create"))[0]).toBe("Vendors: create an order");
  });

  it("takes the place of a document that changed, and leaves one that did not", async () => {
    expect(await knowledge.put(orders)).toBe("unchanged");
    expect(await knowledge.put({ ...orders, passages: [passage("Only elephants.")] })).toBe("replaced");
    expect(await search("drafts")).toEqual([]);
    expect(await search("elephant")).toEqual([""]);
    expect(await knowledge.list()).toEqual([
      { source: "help/orders.md", title: "Purchase orders", passages: 1, addedAt: 1000 },
      { source: "help/sklad.md", title: "Остатки на складе", passages: 2, addedAt: 1000 },
    ]);
  });

  it("forgets a document with all it holds", async () => {
    expect(await knowledge.remove("help/orders.md")).toBe(true);
    expect(await knowledge.remove("help/orders.md")).toBe(false);
    expect(await search("draft")).toEqual([]);
    expect(db.prepare("SELECT count(*) AS n FROM knowledge_passages").get()).toEqual({ n: 2 });
  });

  it("shows a tenant its own documents and the shared ones, and never another's", async () => {
    const secret = { source: "prices.md", title: "Prices", passages: [passage("The secret discount is 40 percent.")] };
    await knowledge.put(secret, "a");
    expect(await search("secret discount", "a")).toHaveLength(1);
    expect(await search("secret discount", "b")).toEqual([]);
    expect(await search("secret discount")).toEqual([]);
    expect(await search("drafts", "b")).not.toEqual([]);
    expect(await knowledge.remove("prices.md", "b")).toBe(false);
    expect((await knowledge.list("b")).map((entry) => entry.source)).toEqual([]);
    expect((await knowledge.list("a")).map((entry) => entry.source)).toEqual(["prices.md"]);
  });

  it("answers a lookup step with snippets and sources", async () => {
    const tool = createKnowledgeLookup({ knowledge, terms });
    const context = { signal: new AbortController().signal, requestId: "r", caller: "c", now: 0 };
    const ask = (filters: Record<string, string | number>) =>
      tool.run({ query: "create a purchase order", filters }, context);
    expect(await ask({ limit: 1 })).toEqual({
      query: "create a purchase order",
      results: [
        {
          title: "Purchase orders",
          source: "help/orders.md",
          heading: "Creating",
          snippet: "Open the quote and press Create order. A draft appears in the list of drafts.",
          text: "Open the quote and press Create order. A draft appears in the list of drafts.",
          score: expect.any(Number),
        },
      ],
      count: 1,
    });
    expect(await ask({ source: "other/" })).toMatchObject({ count: 0, results: [] });
    await expect(ask({ limt: 1 })).rejects.toMatchObject({ code: "invalid_payload" });
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
