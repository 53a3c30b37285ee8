import { describe, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { drafted } from "./support/things.ts";
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

    it("are taught from a plan in Ask, without questions about the wording of its answer", async () => {
      const address = `#/ask?q=${encodeURIComponent("What is in quote Q-0192?")}`;
      await withPage({ world: of(), address }, async (page) => {
        await page.getByRole("button", { name: "Teach this" }).click();
        await page.getByText("'Q-0192' became quote_id.").waitFor();
        await page.getByRole("button", { name: "Cancel" }).click();
      });
    });

    it("are taught from a corrected draft, which asks about what the request does not say", async () => {
      const id = await drafted(of().client, { summary: "Jot down Prepare the stall", titles: ["Prepare the stand"] });
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.getByRole("button", { name: "Edit" }).first().click();
        await page.getByRole("textbox", { name: /^Title/ }).fill("Prepare the stall");
        await page.getByRole("button", { name: "Save changes" }).click();
        await page.getByText("revision 2", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Teach this" }).click();
        await page.getByRole("checkbox", { name: /team_id/ }).check();
        await page.getByRole("button", { name: "Check again" }).click();
        await page.getByText("'Prepare the stall' became title.").waitFor();
        await page.getByRole("button", { name: "Keep the lesson" }).click();
        await page.getByText("Lesson kept").waitFor();
      });
    });
  });
}
