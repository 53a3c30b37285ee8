import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

export function toolsSuite(of: () => ConsoleWorld): void {
  describe("Tools", () => {
    it("are found, described by their schema and tried", async () => {
      await withPage({ world: of(), address: "#/tools" }, async (page) => {
        await page.getByRole("searchbox").fill("list quotes");
        await page.getByRole("link", { name: /list_quotes/ }).click();
        await page.getByLabel("status").selectOption("sent");
        await page.getByRole("button", { name: "Call" }).click();
        await page.getByText(/It answered in/).waitFor();
        await page.getByRole("region", { name: "Answer" }).getByText('"quotes"').waitFor();
      });
    });

    it("that write want a tick first", async () => {
      await withPage({ world: of(), address: "#/tools/create_vendor" }, async (page) => {
        const call = page.getByRole("button", { name: "Call" });
        await call.waitFor();
        expect(await call.isDisabled()).toBe(true);
        await page.getByLabel("This changes something for real.").check();
        await call.click();
        await page.getByText(/It refused: /).waitFor();
      });
    });
  });

  describe("Budgets and health", () => {
    it("shows readiness, spend, figures and how long things take", async () => {
      await withPage({ world: of(), address: "#/health" }, async (page) => {
        await page.getByText("Ready", { exact: true }).waitFor();
        await page.getByRole("heading", { name: "What models cost" }).waitFor();
        await page.getByText("Runs ended").waitFor();
        await page.getByRole("rowheader", { name: "quote_lookup" }).waitFor();
      });
    });
  });
}
