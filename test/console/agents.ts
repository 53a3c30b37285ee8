import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

export function agentsSuite(of: () => ConsoleWorld): void {
  describe("Agents", () => {
    it("are created from YAML that is validated while typing", async () => {
      await withPage({ world: of(), address: "#/agents/new" }, async (page) => {
        const yaml = page.getByLabel("Profile as YAML");
        const good = await yaml.inputValue();
        await yaml.fill(good.replace("autonomy_level: 0", "autonomy_level: 7"));
        await page.getByText("Autonomy level").waitFor();
        expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
        await yaml.fill(good);
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByRole("heading", { level: 2, name: "morning-review" }).waitFor();
        expect(await page.locator(".next-runs li").count()).toBe(5);
      });
    });

    it("run once, show the trace turn by turn, and explain why they did not run again", async () => {
      await withPage({ world: of(), address: "#/agents/of/morning-review" }, async (page) => {
        await page.getByRole("button", { name: "Run now" }).click();
        await page.getByText("1 / 3").waitFor();
        await page.getByRole("tab", { name: "Runs" }).click();
        await page.locator(".agent-run").first().click();
        await page.getByRole("heading", { name: "Turn 1" }).waitFor();
        await page.getByRole("button", { name: "Run now" }).click();
        await page.getByRole("alert").waitFor();
        await page.getByRole("tab", { name: "Decisions" }).click();
        await page.getByText("skipped", { exact: true }).first().waitFor();
      });
    });

    it("are disabled and enabled", async () => {
      await withPage({ world: of(), address: "#/agents/of/morning-review" }, async (page) => {
        await page.getByRole("button", { name: "Disable" }).click();
        await page.getByText("disabled", { exact: true }).first().waitFor();
        await page.getByRole("button", { name: "Enable" }).click();
        await page.getByText("idle", { exact: true }).first().waitFor();
      });
    });
  });
}
