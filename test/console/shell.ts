import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { goTo, settled, withPage } from "./support/with-page.ts";

const scriptSizes = `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"))
  .map(({ encodedBodySize }) => encodedBodySize)`;

export function shellSuite(of: () => ConsoleWorld): void {
  describe("the console", () => {
    it("is served at / with a CSP that forbids inline code", async () => {
      const response = await fetch(of().url);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("content-security-policy")).not.toContain("unsafe");
      expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|<style|style=/);
    });

    // Everything the first page loads, as transferred.
    it("loads at most 180 kB of script at first", async () => {
      await withPage({ world: of(), address: "#/ask" }, async (page) => {
        await settled(page);
        const sizes = await page.evaluate<number[]>(scriptSizes);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        expect(total).toBeGreaterThan(10_000);
        expect(total).toBeLessThan(180_000);
      });
    });

    it("switches between Russian and English and remembers the choice", async () => {
      await withPage({ world: of(), address: "#/runs" }, async (page) => {
        await page.getByLabel("Language").first().selectOption("ru");
        await page.getByRole("heading", { level: 1, name: "Запуски" }).waitFor();
        const named = (): Promise<string[]> =>
          page.evaluate<string[]>("[document.documentElement.lang, document.title]");
        await expect.poll(named).toEqual(["ru", "Запуски · Planwright"]);
      });
    });

    it("applies the selected theme", async () => {
      await withPage({ world: of(), address: "#/runs" }, async (page) => {
        const paper = (): Promise<string> =>
          page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
        const light = await paper();
        await page.getByLabel("Theme").first().selectOption("dark");
        await expect.poll(paper).not.toBe(light);
      });
    });

    it("shows a page for an unknown address", async () => {
      await withPage({ world: of(), address: "#/nowhere" }, async (page) => {
        await page.getByRole("heading", { name: "Page not found" }).waitFor();
      });
    });

    it("asks for an API key when the server requires one", async () => {
      const refused = {
        type: "about:blank",
        title: "Who is there?",
        status: 401,
        code: "UNAUTHENTICATED",
        retryable: false,
      };
      const before = (page: Page): Promise<unknown> =>
        page.route("**/runs?*", (route) =>
          route.request().headers()["authorization"] === "Bearer pw_secret"
            ? route.continue()
            : route.fulfill({ status: 401, json: refused }),
        );
      await withPage({ world: of(), address: "#/runs", before }, async (page) => {
        await page.getByLabel("API key", { exact: true }).fill("pw_secret");
        await page.getByRole("button", { name: "Continue" }).click();
        await page.getByRole("heading", { name: "No runs yet" }).waitFor();
        await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      });
    });

    it("fits every screen size without horizontal scrolling", async () => {
      await withPage({ world: of(), address: "#/ask" }, async (page) => {
        for (const name of [
          "ask",
          "inbox",
          "chat",
          "runs",
          "agents",
          "tools",
          "health",
          "events",
          "knowledge",
          "lessons",
          "plans",
          "audit",
          "api",
        ]) {
          await goTo(page, `#/${name}`);
          await settled(page);
          for (const width of [360, 820, 1920]) {
            await page.setViewportSize({ width, height: 800 });
            const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
            expect([name, width, overflow]).toEqual([name, width, 0]);
          }
        }
      });
    });
  });
}
