import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Knowledge } from "../ports/knowledge.ts";

export type KnowledgeHost = { knowledge: Knowledge; stop(): Promise<void> };

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

/** The behaviour that every knowledge base must have with English and Russian terms. `open` returns an empty one. */
export function knowledgeSuite(title: string, open: () => Promise<KnowledgeHost>): void {
  describe(`the knowledge base in ${title}`, () => {
    let host: KnowledgeHost;
    beforeEach(async () => {
      host = await open();
      await host.knowledge.put(orders);
      await host.knowledge.put(stock);
    });
    afterEach(() => host.stop());
    const search = async (text: string, tenant?: string) =>
      (await host.knowledge.search({ text, limit: 5 }, tenant)).map((hit) => hit.heading);
    searchSuite(() => host.knowledge, search);
    changeSuite(() => host.knowledge, search);
  });
}

type Search = (text: string, tenant?: string) => Promise<string[]>;

function searchSuite(knowledge: () => Knowledge, search: Search): void {
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
  ])("finds inflected forms of a word: %s", async (query, heading) => expect((await search(query))[0]).toBe(heading));

  it.each(["", "   ", "?!", '"', "NEAR(", "title:order*", "a OR", "%_\\", "'; DROP TABLE x", "жираф"])(
    "treats %j as plain words, not as query syntax",
    async (query) => expect(Array.isArray(await search(query))).toBe(true),
  );

  it("ranks passages with more of the words, and with words in headings, first", async () => {
    const passages = [passage("An order is mentioned here once."), passage("nothing", "Vendors: create an order")];
    await knowledge().put({ source: "z.md", title: "Other", passages });
    expect((await search("vendor order create"))[0]).toBe("Vendors: create an order");
  });

  it("returns at most `limit` hits, best first, only from the given sources", async () => {
    const find = (limit: number, sourcePrefix = "") => knowledge().search({ text: "draft order", limit, sourcePrefix });
    const hits = await find(5);
    expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).toSorted((a, b) => b - a));
    expect(await find(1)).toEqual(hits.slice(0, 1));
    expect(await find(5, "help/sklad")).toEqual([]);
    expect(await find(5, "help/or")).toEqual(hits);
  });
}

function changeSuite(knowledge: () => Knowledge, search: Search): void {
  const sources = async (tenant?: string) => (await knowledge().list(tenant)).map((entry) => entry.source);

  it("replaces a changed document and keeps an unchanged one", async () => {
    expect(await knowledge().put(orders)).toBe("unchanged");
    expect(await knowledge().put({ ...orders, passages: [passage("Only elephants.")] })).toBe("replaced");
    expect(await search("drafts")).toEqual([]);
    expect(await search("elephant")).toEqual([""]);
    expect(await knowledge().list()).toEqual([
      { source: "help/orders.md", title: "Purchase orders", passages: 1, addedAt: expect.any(Number) },
      { source: "help/sklad.md", title: "Остатки на складе", passages: 2, addedAt: expect.any(Number) },
    ]);
  });

  it("removes a document with its passages", async () => {
    expect(await knowledge().remove("help/orders.md")).toBe(true);
    expect(await knowledge().remove("help/orders.md")).toBe(false);
    expect(await search("draft")).toEqual([]);
    expect(await sources()).toEqual(["help/sklad.md"]);
  });

  it("shows a tenant its own and shared documents, never those of others", async () => {
    const secret = { source: "prices.md", title: "Prices", passages: [passage("The secret discount is 40 percent.")] };
    expect(await knowledge().put(secret, "a")).toBe("added");
    expect(await search("secret discount", "a")).toHaveLength(1);
    expect(await search("secret discount", "b")).toEqual([]);
    expect(await search("secret discount")).toEqual([]);
    expect(await search("drafts", "b")).not.toEqual([]);
    expect(await knowledge().remove("prices.md", "b")).toBe(false);
    expect(await knowledge().put(secret, "b")).toBe("added");
    expect(await sources("b")).toEqual(["prices.md"]);
    expect(await knowledge().remove("prices.md", "b")).toBe(true);
    expect(await sources("a")).toEqual(["prices.md"]);
  });
}
