import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

export function chatSuite(of: () => ConsoleWorld): void {
  describe("Chat", () => {
    it("answers with cards, and a button continues the conversation", async () => {
      await withPage({ world: of(), address: "#/chat" }, async (page) => {
        await page.getByLabel("Message").fill("Сделай задачу: подготовить КП до пятницы");
        await page.keyboard.press("Enter");
        const card = page.locator(".bubble:not(.me):not(.busy)").last();
        await card.waitFor();
        const button = card.locator("button").first();
        const label = (await button.textContent()) ?? "";
        await button.click();
        await page.locator(".bubble.me", { hasText: label }).waitFor();
        await page.getByLabel("Message").waitFor();
      });
    });

    it.each([
      { language: "en", say: "move Lakeside to negotiation", label: "Stage", apply: "Apply", done: "Applied by" },
      { language: "ru", say: "Луч в квалификацию", label: "Стадия", apply: "Применить", done: "Применено" },
    ] as const)("shows labelled fields, one primary button, and the outcome below: $language", async (one) => {
      await withPage({ world: of(), address: "#/chat", language: one.language }, async (page) => {
        await page.locator(".chat-composer textarea").fill(one.say);
        await page.keyboard.press("Enter");
        const card = page.locator(".bubble:not(.me):not(.busy)").last();
        await card.locator(".card-field", { hasText: "→" }).waitFor();
        await expect.poll(() => card.locator(".card-field .faint").allTextContents()).toEqual([one.label]);
        await expect.poll(() => card.locator("button.primary").allTextContents()).toEqual([one.apply]);
        await card.locator("button.primary").click();
        await page.locator(".thread > .bubble:not(:has(~ .bubble))", { hasText: one.done }).waitFor();
      });
    });

    it("answers a question while a draft is open, and keeps its card as it is", async () => {
      await withPage({ world: of(), address: "#/chat" }, async (page) => {
        const say = async (text: string): Promise<void> => {
          await page.getByLabel("Message").fill(text);
          await page.keyboard.press("Enter");
        };
        const cards = page.locator(".bubble:not(.me):not(.busy)");
        await say("Delete the deal Lakeside");
        await page.getByRole("button", { name: "Apply" }).waitFor();
        const asked = await cards.first().textContent();
        await say("pipeline");
        await cards.nth(1).waitFor();
        await expect.poll(() => cards.nth(1).textContent()).toMatch(/^20 deals/);
        await expect.poll(() => cards.first().textContent()).toBe(asked);
        await say("/cancel");
        await page.getByRole("button", { name: "Apply" }).waitFor({ state: "detached" });
      });
    });

    it("starts a new conversation", async () => {
      await withPage({ world: of(), address: "#/chat" }, async (page) => {
        await page.getByLabel("Message").fill("pipeline");
        await page.getByRole("button", { name: "Send" }).click();
        await page.locator(".bubble:not(.me):not(.busy)").first().waitFor();
        await page.getByRole("button", { name: "New conversation" }).click();
        await page.getByRole("heading", { name: "Start a conversation" }).waitFor();
      });
    });
  });
}
