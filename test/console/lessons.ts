import { describe, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

export function lessonsSuite(of: () => ConsoleWorld): void {
  describe("Lessons", () => {
    const plan = { steps: [{ id: "s1", kind: "tool", tool: "inventory_lookup", args: { query: "bearings" } }] };

    it("plan a request of the same kind, which names its lesson; a revoked one no longer plans", async () => {
      await of().client.teachLesson({ body: { request: "peek at the bearings shelf", plan } });
      const address = `#/ask?q=${encodeURIComponent("peek at the bolts shelf")}`;
      await withPage({ world: of(), address }, async (page) => {
        await page.locator(".node", { hasText: "Inventory lookup" }).first().waitFor();
        await page.getByRole("link", { name: "peek at the bearings shelf" }).click();
        await page.getByRole("heading", { level: 2, name: "peek at the bearings shelf" }).waitFor();
        await page.getByRole("button", { name: "Revoke" }).click();
        await page.getByText("revoked", { exact: true }).waitFor();
      });
    });
  });
}
