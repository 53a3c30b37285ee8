import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, drafted, order } from "./support/things.ts";
import { settled, withPage } from "./support/with-page.ts";

/** The value of a row in an opened Details drawer. */
async function detail(page: Page, name: string): Promise<string> {
  const drawer = page.locator("details", { hasText: name }).first();
  await drawer.locator("summary").click();
  return (await drawer.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd[1]").textContent()) ?? "";
}

export function wordsSuite(of: () => ConsoleWorld): void {
  describe("pages tell the truth in words", () => {
    it("offers to run a request that only reads, and shows the request and the answer on the run", async () => {
      const request = "What do we have in stock of bearings?";
      await withPage({ world: of(), address: `#/ask?q=${encodeURIComponent(request)}` }, async (page) => {
        const run = page.getByRole("button", { name: "Run", exact: true });
        await run.click({ trial: true });
        const hash = await detail(page, "plan_hash");
        await run.click();
        await page.getByRole("heading", { level: 1, name: request }).waitFor();
        await page.getByRole("region", { name: "Answer" }).waitFor();
        expect(hash).not.toBe("");
        expect(await detail(page, "plan_hash")).toBe(hash);
      });
    });

    it("opens a failed run at the step that failed", async () => {
      const id = await carried(of().client, {
        steps: [
          ...order.steps,
          { id: "missing", kind: "tool", tool: "quote_lookup", args: { quote_id: "Q-0000" }, dependsOn: ["find"] },
        ],
      });
      await withPage({ world: of(), address: `#/runs/${id}` }, async (page) => {
        await page.getByRole("complementary", { name: "Quote lookup Q-0000" }).waitFor();
      });
    });

    it("names every change of a draft's run, counts each once, and links the draft", async () => {
      const titles = ["Call the printer", "Order the boards", "Book the room"];
      const id = await drafted(of().client, { summary: "Three tasks", titles });
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.getByRole("button", { name: /Apply 3 changes/ }).click();
        await page.getByText("applied", { exact: true }).waitFor();
        await page.getByRole("link", { name: "Open run" }).click();
        for (const title of titles) await page.locator(".node", { hasText: title }).first().waitFor();
        await expect.poll(() => page.getByRole("tab", { name: /Changes/ }).textContent()).toMatch(/3$/);
        await page.getByRole("link", { name: "Approved draft" }).click();
        await page.waitForURL(new RegExp(id));
      });
    });

    it("asks before a replay calls the tools again", async () => {
      const id = await carried(of().client, order);
      await withPage({ world: of(), address: `#/runs/${id}` }, async (page) => {
        await page.getByRole("button", { name: "Replay" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Live: calls the tools again").check();
        const start = dialog.getByRole("button", { name: "Compare" });
        await expect.poll(() => start.isDisabled()).toBe(true);
        await dialog.getByRole("checkbox").check();
        await expect.poll(() => start.isDisabled()).toBe(false);
      });
    });

    it("shows an English request with a Russian name in English", async () => {
      const words = encodeURIComponent("Move the deal Ромашка to paused");
      await withPage({ world: of(), address: `#/ask?contract=actions&q=${words}` }, async (page) => {
        await page.getByRole("button", { name: "Review 1 change" }).click();
        await page.waitForURL(/#\/inbox\/draft\//);
        const title = page.getByRole("heading", { level: 2 });
        await title.filter({ hasText: "Ромашка" }).waitFor();
        expect((await title.textContent())?.replace("Ромашка", "")).not.toMatch(/\p{Script=Cyrillic}/u);
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
      });
    });

    it("finds the run to compare with by search", async () => {
      const id = await carried(of().client, order);
      await carried(of().client, { steps: [{ ...order.steps[0], args: { quote_id: "Q-0500" } }] });
      await withPage({ world: of(), address: `#/runs/${id}` }, async (page) => {
        await page.getByRole("button", { name: "Compare" }).click();
        await page.getByRole("searchbox", { name: "Search for another run" }).fill("Q-0500");
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /Q-0500/ })
          .first()
          .click();
        await page.waitForURL(/\/diff\//);
      });
    });

    it("names the zone of every time", async () => {
      const id = await carried(of().client, order);
      for (const address of [`#/runs/${id}`, "#/audit"]) {
        await withPage({ world: of(), address }, async (page) => {
          await settled(page);
          await page.locator("main time:not(.relative)").first().waitFor();
          const times = await page.locator("main time:not(.relative)").allTextContents();
          expect(times.length).toBeGreaterThan(0);
          expect(times.filter((time) => !/ (?:CET|CEST|GMT[+-]\d+)$/.test(time))).toEqual([]);
        });
      }
    });

    it("says that the server cannot be reached, and loads again", async () => {
      let isDown = true;
      const before = (page: Page): Promise<unknown> =>
        page.route("**/agents", (route) => (isDown ? route.abort() : route.continue()));
      await withPage({ world: of(), address: "#/agents", before }, async (page) => {
        const again = page.getByRole("button", { name: "Try again" });
        await again.waitFor();
        await expect.poll(() => page.locator("main").textContent()).not.toMatch(/Failed to fetch|undefined/);
        // While the server is down: the page also tries by itself, and then the button is gone.
        await again.click();
        isDown = false;
        await page.getByText("agent.low_stock").waitFor();
      });
    });
  });
}
