import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, order } from "./support/things.ts";
import { withPage } from "./support/with-page.ts";

/** A budget report: two days, two models, one agent close to its limit. */
function spent(): object {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const row = { calls: 3, unpriced_calls: 0, input_tokens: 900, output_tokens: 200 };
  const limit = { scope: "agent", name: "night-watch", period: "2026-11", limit_micro_cents: 4e8 };
  return {
    spend: [
      { ...row, day: day(0), agent: "night-watch", model: "large-model", micro_cents: 3e8 },
      { ...row, day: day(3), agent: null, model: "small-model", micro_cents: 5e7 },
    ],
    teaching: { plans: 0, model_plans: 0, mean_micro_cents: null, saved_micro_cents: null },
    limits: [{ ...limit, used_micro_cents: 3.5e8 }],
    notices: [{ ...limit, used_micro_cents: 3.5e8, percent: 80, at: "2026-11-15T10:00:00.000Z" }],
  };
}

export function toolsSuite(of: () => ConsoleWorld): void {
  describe("Tools", () => {
    it("are found, described by their schema and called", async () => {
      await withPage({ world: of(), address: "#/tools" }, async (page) => {
        await page.getByRole("searchbox").fill("list quotes");
        await page.getByRole("link", { name: /List quotes/ }).click();
        await page.getByLabel("Status").selectOption("sent");
        await page.getByRole("button", { name: "Call tool" }).click();
        await page.getByText(/Succeeded in/).waitFor();
        await page.getByRole("region", { name: "Result" }).getByText('"quotes"').waitFor();
      });
    });

    it("that write need a confirmation first", async () => {
      await withPage({ world: of(), address: "#/tools/create_vendor" }, async (page) => {
        const call = page.getByRole("button", { name: "Call tool" });
        await call.waitFor();
        await expect.poll(() => call.isDisabled()).toBe(true);
        await page.getByLabel("This tool changes real data.").check();
        await call.click();
        await page.getByText(/Failed: |is required/).waitFor();
        await expect
          .poll(() => page.locator("main").textContent())
          .not.toMatch(/Invalid input|expected string|undefined|\/\^/);
      });
    });
  });

  describe("Budgets and health", () => {
    it("shows readiness, spend, metrics and latencies", async () => {
      await carried(of().client, order);
      await withPage({ world: of(), address: "#/health" }, async (page) => {
        await page.getByText("Ready", { exact: true }).waitFor();
        await page.getByRole("heading", { name: "Model spending", exact: true }).waitFor();
        await page.getByText("Finished runs").waitFor();
        await page.getByRole("rowheader", { name: "Quote lookup" }).waitFor();
      });
    });

    it("says why the server is not ready", async () => {
      const body = { status: "not_ready", checks: { store: "failed" }, reasons: { store: "the disk is full" } };
      const before = (page: Page): Promise<unknown> =>
        page.route("**/readyz", (route) => route.fulfill({ status: 503, json: body }));
      await withPage({ world: of(), address: "#/health", before }, async (page) => {
        await page.getByText("Not ready", { exact: true }).waitFor();
        await page.getByText("Storage: the disk is full").waitFor();
      });
    });

    it("lists jobs that failed too often, and runs one again", async () => {
      const job = { queue: "runs", key: "r1", failures: 8, error: "no such tool", dead_at: "2026-11-16T08:00:00.000Z" };
      const revived: unknown[] = [];
      const before = async (page: Page): Promise<unknown> => {
        await page.route("**/jobs/dead", (route) =>
          route.fulfill({ json: { jobs: revived.length === 0 ? [job] : [] } }),
        );
        return page.route("**/jobs/revive", (route) => {
          revived.push(route.request().postDataJSON());
          return route.fulfill({ json: { revived: true } });
        });
      };
      await withPage({ world: of(), address: "#/health", before }, async (page) => {
        await page.getByText("no such tool").waitFor();
        await page.getByRole("button", { name: "Run again" }).click();
        await page.getByText("no such tool").waitFor({ state: "detached" });
      });
      expect(revived).toEqual([{ queue: "runs", key: "r1" }]);
    });

    it("groups spend by model and by agent, and warns about a limit", async () => {
      const before = (page: Page): Promise<unknown> =>
        page.route("**/budgets*", (route) => route.fulfill({ json: spent() }));
      await withPage({ world: of(), address: "#/health", before }, async (page) => {
        await page.getByText("Last 30 days $3.50").waitFor();
        await expect.poll(() => page.locator(".stacked figcaption").textContent()).toBe("large-modelsmall-model");
        await expect.poll(() => page.locator(".stacked rect[height='0']").count()).toBeGreaterThan(0);
        await page.getByRole("button", { name: "by agent" }).click();
        await expect.poll(() => page.locator(".stacked figcaption").textContent()).toBe("night-watch—");
        await page.getByRole("meter", { name: /Agent night-watch/ }).waitFor();
        await expect.poll(() => page.locator(".meter.high").count()).toBe(1);
      });
    });
  });
}
