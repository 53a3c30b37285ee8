import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, failing } from "./support/things.ts";
import { goTo, withPage } from "./support/with-page.ts";

export function inboxSuite(of: () => ConsoleWorld): void {
  describe("Inbox: escalations", () => {
    it("are edited and retried", async () => {
      const id = await carried(of().client, failing("Q-7001"));
      await withPage({ world: of(), address: "#/inbox" }, async (page) => {
        await page.locator(".inbox-list a", { hasText: "Q-7001" }).click();
        await page.getByRole("button", { name: "Edit and retry" }).click();
        await page.getByLabel("Quote id").fill("Q-0192");
        await page.getByRole("button", { name: "Edit and retry" }).click();
        await page.getByText("Already decided").waitFor();
      });
      expect((await of().client.getRun({ params: { id } })).run.status).toBe("completed");
    });

    it("are skipped by keyboard", async () => {
      const id = await carried(of().client, failing("Q-7002"));
      await withPage({ world: of(), address: "#/inbox" }, async (page) => {
        await page.locator(".inbox-list a", { hasText: "Q-7002" }).waitFor();
        await page.keyboard.press("j");
        await page.getByText("There is no quote Q-7002.").nth(1).waitFor();
        await page.keyboard.press("s");
        await page.getByText("Already decided").waitFor();
      });
      expect((await of().client.getRun({ params: { id } })).run.task_status).toBe("PARTIAL");
    });

    it("are counted in the navigation and link to their run", async () => {
      await carried(of().client, failing("Q-7003"));
      await withPage({ world: of(), address: "#/inbox" }, async (page) => {
        await page
          .getByRole("link", { name: /Inbox 1 item needs your decision/ })
          .first()
          .waitFor();
        await page.locator(".inbox-list a", { hasText: "Q-7003" }).click();
        await page.getByRole("link", { name: "Open run" }).click();
        await page.waitForURL(/#\/runs\//);
      });
    });

    it("are aborted; then the inbox is empty", async () => {
      await withPage({ world: of(), address: "#/inbox" }, async (page) => {
        await page.locator(".inbox-list a", { hasText: "Q-7003" }).click();
        await page.getByRole("button", { name: "Stop run" }).click();
        await page.getByText("Already decided").waitFor();
        await goTo(page, "#/inbox");
        await page.getByRole("heading", { name: "You're all caught up" }).waitFor();
      });
    });
  });
}
