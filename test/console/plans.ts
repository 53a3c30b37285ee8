import { describe, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, order } from "./support/things.ts";
import { withPage } from "./support/with-page.ts";

export function plansSuite(of: () => ConsoleWorld): void {
  describe("Saved plans", () => {
    it("are saved from Ask, get a parameter, show what a version changed, and run with a value", async () => {
      const address = `#/ask?q=${encodeURIComponent("what do we have in stock of bearings")}`;
      await withPage({ world: of(), address }, async (page) => {
        await page.getByRole("button", { name: "Save as plan" }).click();
        await page.getByLabel("Name").fill("stock-check");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByRole("heading", { level: 2, name: "stock-check" }).waitFor();
        await page.getByRole("tab", { name: "Parameters" }).click();
        await page.getByRole("button", { name: "Make a parameter" }).first().click();
        await page.getByText("default: bearings").waitFor();
        await page.getByRole("tab", { name: "Changes" }).click();
        await page.getByText("Compared with version 1").waitFor();
        await page.getByText("/parameters/query").waitFor();
        await page.getByRole("tab", { name: "Schedule and approval" }).click();
        await page.getByLabel("Cron").fill("0 9 * * 1");
        await page.getByRole("button", { name: "Save the schedule" }).click();
        await page.getByText("Next runs").waitFor();
        await page.getByRole("button", { name: "Remove the schedule" }).click();
        await page.getByText("It runs only when somebody runs it.").waitFor();
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.getByRole("dialog").getByLabel("Query").fill("bolts");
        await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
        await page.getByRole("heading", { level: 1, name: "stock-check v2 query=bolts" }).waitFor();
        await page.getByText("Completed").first().waitFor();
      });
    });

    it("keep an approval within bounds until it is revoked", async () => {
      const issue = { team_id: "team_studio", title: "Weekly review" };
      const step = { id: "a", kind: "tool", tool: "LINEAR_CREATE_LINEAR_ISSUE", args: issue };
      await of().client.putPlan({ params: { name: "weekly-review" }, body: { plan: { steps: [step] } } });
      await withPage({ world: of(), address: "#/plans/weekly-review?tab=rules" }, async (page) => {
        const form = page.getByRole("form", { name: "Approve version 1 in advance" });
        await form.getByLabel("Number of runs").fill("4");
        await form.getByLabel("Until").fill("2099-12-31");
        await form.getByRole("button", { name: "Approve" }).click();
        await page.getByText("0 of 4 runs used").waitFor();
        await page.getByRole("button", { name: "Revoke" }).click();
        await page.getByText("revoked by").waitFor();
      });
    });

    it("are saved from a run", async () => {
      const id = await carried(of().client, order);
      await withPage({ world: of(), address: `#/runs/${id}` }, async (page) => {
        await page.getByRole("button", { name: "Save as plan" }).click();
        await page.getByLabel("Name").fill("find-quote");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByRole("heading", { level: 2, name: "find-quote" }).waitFor();
        await page.locator(".node", { hasText: "Quote lookup" }).waitFor();
      });
    });
  });
}
