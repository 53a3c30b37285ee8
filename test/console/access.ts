import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, drafted, failing, order } from "./support/things.ts";
import { goTo, settled, withPage } from "./support/with-page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function accessSuite(of: () => ConsoleWorld): void {
  describe("accessibility", () => {
    const addresses = new Map<string, string>();

    beforeAll(async () => {
      const { client } = of();
      const run = await carried(client, order);
      const other = await carried(client, failing("Q-8001"));
      const draft = await drafted(client, {
        summary: "For axe",
        titles: ["a", "b"],
        risks: [{ kind: "destructive", details: "d" }],
      });
      const waiting = (await client.listEscalations()).escalations.find(({ run_id: id }) => id === other);
      addresses.set("ask", "#/ask?q=Generate%20a%20purchase%20order%20from%20quote%20Q-0192");
      addresses.set("ask, empty", "#/ask");
      addresses.set("inbox", "#/inbox");
      addresses.set("draft", `#/inbox/draft/${draft}`);
      addresses.set("escalation", `#/inbox/escalation/${waiting?.escalation_id ?? ""}`);
      addresses.set("chat", "#/chat");
      addresses.set("runs", "#/runs");
      for (const tab of ["graph", "time", "journal", "effects", "plan"])
        addresses.set(`run, ${tab}`, `#/runs/${run}?tab=${tab}&step=find`);
      addresses.set("comparison", `#/runs/${run}/diff/${other}`);
      await client.putPlan({ params: { name: "for-axe" }, body: { plan: order } });
      for (const tab of ["plan", "parameters", "rules", "changes", "json"])
        addresses.set(`saved plan, ${tab}`, `#/plans/for-axe?tab=${tab}`);
      addresses.set("agents", "#/agents");
      for (const tab of ["overview", "decisions", "runs", "profile"])
        addresses.set(`agent, ${tab}`, `#/agents/of/morning-review?tab=${tab}`);
      addresses.set("tools", "#/tools/create_vendor");
      addresses.set("health", "#/health");
      for (const name of ["events", "knowledge", "lessons", "plans", "audit", "api", "api/startRun"])
        addresses.set(name, `#/${name}`);
      addresses.set("nothing there", "#/nowhere");
    });

    it.each(["light", "dark"] as const)(
      "axe finds nothing serious on any page, %s",
      async (theme) => {
        await withPage({ world: of(), address: "#/ask", theme }, async (page) => {
          for (const [name, address] of addresses) {
            await goTo(page, address);
            await settled(page);
            expect([name, ...(await seriousIn(page, theme))]).toEqual([name]);
          }
        });
      },
      180_000,
    );

    it("axe finds no serious violation on a phone in Russian", async () => {
      await withPage({ world: of(), address: "#/ask", width: 360, language: "ru" }, async (page) => {
        for (const name of [
          "ask",
          "draft",
          "escalation",
          "chat",
          "saved plan, rules",
          "run, time",
          "agent, overview",
          "health",
        ]) {
          await goTo(page, addresses.get(name) ?? "");
          await settled(page);
          expect([name, ...(await seriousIn(page))]).toEqual([name]);
        }
      });
    });

    it("keyboard focus is always visible", async () => {
      await withPage({ world: of(), address: "#/tools" }, async (page) => {
        await page.getByRole("searchbox").waitFor();
        for (let press = 0; press < 14; press += 1) {
          await page.keyboard.press("Tab");
          const outline = await page.evaluate<string>(
            "`${document.activeElement.tagName} ${getComputedStyle(document.activeElement).outlineStyle}`",
          );
          expect(outline).toMatch(/ solid$/);
        }
      });
    });

    it("the first element skips the navigation", async () => {
      await withPage({ world: of(), address: "#/runs" }, async (page) => {
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await expect.poll(() => page.evaluate<string>("document.activeElement.id")).toBe("page");
        expect(page.url()).toContain("#/runs");
      });
    });
  });
}

/** In dark mode only colours differ. */
async function seriousIn(page: Page, theme: "light" | "dark" = "light"): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ["violations"], ${theme === "dark" ? 'runOnly: ["color-contrast"]' : ""} })`,
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
