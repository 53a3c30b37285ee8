import type { Page } from "playwright-core";
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
        await expect.poll(() => page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
        await yaml.fill(good);
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByRole("heading", { level: 2, name: "morning-review" }).waitFor();
        await expect.poll(() => page.locator(".next-runs li").count()).toBe(5);
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

    it.each([
      { language: "en", already: "Not started: the condition was already met (shelf.en = 5)." },
      { language: "ru", already: "Не запущен: условие уже было выполнено (shelf.ru = 5)." },
    ] as const)("say that a value was already beyond its bound when it changed: $language", async (one) => {
      const { client } = of();
      const id = `shelf-${one.language}`;
      const path = `shelf.${one.language}`;
      await client.putAgent({
        params: { id },
        body: {
          id,
          description: "Watches a shelf",
          goal_template: { description: "Order bolts" },
          toolset: ["inventory_lookup"],
          triggers: { state: [{ selector: path, op: "<", value: 10 }] },
        },
      });
      const outcomes = async (): Promise<string[]> =>
        (await client.listDecisions({ params: { id }, query: {} })).decisions.map(({ reason }) => reason ?? "fired");
      await client.putState({ params: { path }, body: { value: 7 } });
      await expect.poll(outcomes).toContain("fired");
      await client.putState({ params: { path }, body: { value: 5 } });
      await expect.poll(outcomes).toContain("already_met");
      const address = `#/agents/of/${id}?tab=decisions`;
      await withPage({ world: of(), address, language: one.language }, async (page) => {
        await page.getByText(one.already).waitFor();
      });
    });

    it("show their notices until they are marked as read", async () => {
      const notice = {
        notice_id: "n1",
        agent_id: "agent.low_stock",
        run_id: "r1",
        text: "Bolts run out on Friday.",
        mode: "now",
        at: "2026-11-16T08:00:00.000Z",
        seen_at: null,
      };
      let isSeen = false;
      const before = async (page: Page): Promise<void> => {
        await page.route("**/notices?*", (route) =>
          route.fulfill({ json: { notices: isSeen ? [] : [notice], next_cursor: null } }),
        );
        await page.route("**/notices/n1/seen", (route) => {
          isSeen = true;
          return route.fulfill({ json: { ...notice, seen_at: notice.at } });
        });
      };
      await withPage({ world: of(), address: "#/agents", before }, async (page) => {
        await page.getByText("Bolts run out on Friday.").waitFor();
        await page.getByRole("button", { name: "Mark as read" }).click();
        await page.getByText("Bolts run out on Friday.").waitFor({ state: "detached" });
      });
    });

    it("are disabled with a note, and enabled", async () => {
      await withPage({ world: of(), address: "#/agents/of/morning-review" }, async (page) => {
        await page.getByLabel("Note: why is it disabled?").fill("stocktaking");
        await page.getByRole("button", { name: "Disable" }).click();
        await page.getByText("disabled", { exact: true }).first().waitFor();
        await page.getByText(/^Disabled by .*: stocktaking$/).waitFor();
        await page.getByRole("button", { name: "Enable" }).click();
        await page.getByText("idle", { exact: true }).first().waitFor();
      });
    });
  });
}
