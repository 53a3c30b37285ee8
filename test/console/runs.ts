import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, failing, order } from "./support/things.ts";
import { withPage } from "./support/with-page.ts";

export function runsSuite(of: () => ConsoleWorld): void {
  describe("Runs", () => {
    const ids = { done: "", other: "", failed: "" };

    beforeAll(async () => {
      const { client } = of();
      ids.done = await carried(client, order);
      ids.other = await carried(client, { steps: [{ ...order.steps[0], args: { quote_id: "Q-0193" } }] });
      ids.failed = await carried(client, { steps: [{ ...order.steps[0], args: { quote_id: "Q-0000" } }] });
    });

    it("are listed with a summary and filtered by the address", async () => {
      await withPage({ world: of(), address: "#/runs?status=failed&q=q-0000" }, async (page) => {
        const rows = page.locator(".run-line");
        await expect.poll(() => rows.count()).toBe(1);
        await expect.poll(() => rows.first().textContent()).toContain("Quote lookup Q-0000");
        await page.getByRole("searchbox").fill("");
        await page.getByRole("button", { name: /^completed/ }).click();
        await page.locator(".run-line", { hasText: "Q-0193" }).waitFor();
        await expect.poll(() => new URL(page.url()).hash).toBe("#/runs?status=completed");
      });
    });

    it("show a step's input and output, and the journal", async () => {
      await withPage({ world: of(), address: `#/runs/${ids.done}` }, async (page) => {
        await page.locator(".node", { hasText: "Quote lookup Q-0192" }).click();
        const card = page.getByRole("complementary", { name: "Quote lookup Q-0192" });
        await card.getByRole("row", { name: "Quote id Q-0192" }).waitFor();
        await card.getByRole("region", { name: "Output" }).getByText('"customer_name"').waitFor();
        await page.getByRole("tab", { name: /Journal/ }).click();
        await page.getByText("Quote lookup Q-0192: done").click();
        await page.getByRole("region", { name: "Payload" }).getByText('"attempt"').first().waitFor();
        await page.getByRole("tab", { name: "Timeline" }).click();
        await page.locator(".timeline-line i").first().waitFor();
      });
    });

    it("are replayed with the result of the comparison", async () => {
      await withPage({ world: of(), address: `#/runs/${ids.done}` }, async (page) => {
        await page.getByRole("button", { name: "Replay" }).click();
        await page.getByLabel("Recorded: uses the recorded answers").check();
        await page.getByRole("dialog").getByRole("button", { name: "Compare" }).click();
        await page.getByText("Matches the record: 1 step compared").waitFor();
      });
    });

    it("are rerun from a step with another input", async () => {
      await withPage({ world: of(), address: `#/runs/${ids.failed}?step=find` }, async (page) => {
        await page.getByRole("button", { name: "Run again from this step" }).click();
        await page.getByRole("dialog").getByLabel("Quote id").fill("Q-0192");
        await page.getByRole("button", { name: "Start run" }).click();
        await page.getByText("completed", { exact: true }).waitFor();
        await page.getByRole("link", { name: "Rerun of another run" }).waitFor();
        expect(page.url()).not.toContain(ids.failed);
      });
    });

    it("are compared", async () => {
      await withPage({ world: of(), address: `#/runs/${ids.done}/diff/${ids.other}` }, async (page) => {
        const card = page.locator("li.card", { hasText: "/steps/0/args/quote_id" });
        await card.waitFor();
        await expect.poll(() => card.textContent()).toMatch(/Q-0192[^]*Q-0193/);
      });
    });

    it("are cancelled and update without reloading", async () => {
      const id = await carried(of().client, failing("Q-0404"));
      await withPage({ world: of(), address: `#/runs/${id}` }, async (page) => {
        await page.getByText("Waiting for approval").waitFor();
        await page.getByRole("button", { name: "Cancel run" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Stop run" }).click();
        await page.getByText("cancelled", { exact: true }).first().waitFor();
        // A step that was stopped is not a failure.
        await expect.poll(() => page.locator(".node.bad").count()).toBe(0);
      });
    });

    it("are saved as JSON", async () => {
      await withPage({ world: of(), address: `#/runs/${ids.done}` }, async (page) => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Download JSON" }).click(),
        ]);
        expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toMatchObject({ run: { run_id: ids.done } });
      });
    });

    it("show an error for an unknown id", async () => {
      await withPage({ world: of(), address: "#/runs/nowhere" }, async (page) => {
        await page.getByText("There is no run nowhere.").waitFor();
      });
    });
  });
}
