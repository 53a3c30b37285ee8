import { describe, expect, it } from "vitest";
import type { Clock } from "../../src/ports/clock.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, drafted, failing, issueText } from "./support/things.ts";
import { withPage } from "./support/with-page.ts";

const hourMs = 3_600_000;
const hourBehind: Clock = {
  now: () => systemClock.now() - hourMs,
  setTimer: (at, call) => systemClock.setTimer(at + hourMs, call),
};

export function restartSuite(of: () => ConsoleWorld): void {
  describe("after a server restart", () => {
    it("an open run page resumes its stream", async () => {
      const world = of();
      const id = await carried(world.client, failing("Q-9001"));
      await withPage({ world, address: `#/runs/${id}` }, async (page) => {
        await page.getByText("Waiting for approval").waitFor();
        await world.stopServer();
        await page.getByText("Offline. Reconnecting…").first().waitFor();
        await world.startServer();
        await page.getByText("Connected").first().waitFor();
        const { escalations } = await world.client.listEscalations();
        const asked = escalations.find(({ run_id: run }) => run === id);
        await world.client.decideEscalation({ params: { id: asked?.escalation_id ?? "" }, body: { choice: "abort" } });
        await page.getByText("failed", { exact: true }).first().waitFor();
        await page.getByRole("tab", { name: /Journal/ }).click();
        await expect.poll(() => page.locator(".journal-line").count()).toBe(2);
      });
    });

    it("an expired draft is in the history", async () => {
      const world = of();
      await world.restartServer({ clock: hourBehind });
      const id = await drafted(world.client, { summary: "Too late", titles: ["Too late"] });
      await world.restartServer();
      await withPage({ world, address: "#/inbox?show=history" }, async (page) => {
        await page.locator(".inbox-list a", { hasText: issueText("Too late") }).click();
        await page.waitForURL(new RegExp(id));
        await page.locator(".pane-item").getByText("expired", { exact: true }).waitFor();
      });
    });
  });
}
