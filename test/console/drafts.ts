import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { drafted, issueText } from "./support/things.ts";
import { withPage } from "./support/with-page.ts";

export function draftsSuite(of: () => ConsoleWorld): void {
  const statusOf = async (id: string): Promise<string> => (await of().client.getDraft({ params: { id } })).draft.status;

  describe("Inbox: drafts", () => {
    it("show their changes and are applied by keyboard", async () => {
      const id = await drafted(of().client, { summary: "One issue", titles: ["Prepare the offer"] });
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.locator(".draft-actions").getByText(issueText("Prepare the offer"), { exact: true }).waitFor();
        await page.getByText(/expires in \d/).waitFor();
        await page.keyboard.press("a");
        await page.getByText("applied", { exact: true }).waitFor();
      });
      expect(await statusOf(id)).toBe("APPLIED");
    });

    it("created elsewhere appear in an open inbox at once and are counted", async () => {
      await withPage({ world: of(), address: "#/inbox" }, async (page) => {
        await page.getByRole("heading", { name: "You're all caught up" }).waitFor();
        // Sooner than the polling interval of 15 s.
        const id = await drafted(of().client, { summary: "Made elsewhere", titles: ["Elsewhere"] });
        await page.locator(".inbox-list a", { hasText: issueText("Elsewhere") }).waitFor({ timeout: 12_000 });
        await page
          .getByRole("link", { name: /Inbox 1 item needs your decision/ })
          .first()
          .waitFor();
        const { draft, action_hash } = await of().client.getDraft({ params: { id } });
        await of().client.cancelDraft({ params: { id }, body: { revision: draft.revision, action_hash } });
        await page.getByRole("heading", { name: "You're all caught up" }).waitFor();
      });
    });

    it("with five writes need a second confirmation", async () => {
      const titles = ["1", "2", "3", "4", "5"];
      const risks = [{ kind: "bulk", details: "5 writes" }];
      const id = await drafted(of().client, { summary: "Kickoff of five", titles, risks });
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.getByRole("button", { name: /Apply 5 changes/ }).click();
        await page.getByText("This changes many records.").waitFor();
        expect(await statusOf(id)).toBe("DRAFT");
        await page.getByRole("button", { name: /Yes, apply all 5 changes/ }).click();
        await page.getByText("applied", { exact: true }).waitFor();
      });
    });

    it("are edited and cancelled", async () => {
      const id = await drafted(of().client, { summary: "Two issues", titles: ["Keep", "Drop"] });
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.getByRole("checkbox", { name: issueText("Drop"), exact: true }).uncheck();
        await expect.poll(() => page.getByRole("button", { name: /Apply/ }).isDisabled()).toBe(true);
        await page.getByRole("button", { name: "Remove 1 unchecked action" }).click();
        await page.getByText("revision 2", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Edit" }).first().click();
        await page.getByRole("textbox", { name: /^Title/ }).fill("Kept");
        await page.getByRole("button", { name: "Save changes" }).click();
        await page.getByText("revision 3", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
      });
    });

    it("ask for the record and for missing values before they can be applied", async () => {
      const made = await of().client.createDraft({ body: { text: "Переведи сделку Альфа" } });
      const id = made.kind === "draft" ? made.draft.draft.draft_id : "";
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        const pick = page.getByRole("button", { name: /Альфа Мед/ });
        const answer = page.getByRole("button", { name: "На паузе" });
        // The gate decides the order; both questions must be asked.
        for (let round = 0; round < 2; round += 1) {
          await pick.or(answer).first().waitFor();
          if (await pick.isVisible()) await pick.click();
          else {
            await answer.click();
            await page.getByRole("button", { name: "Answer" }).click();
          }
          await page.getByText(`revision ${round + 2}`, { exact: true }).waitFor();
        }
        const row = page.getByRole("row", { name: /Stage/ });
        await expect.poll(() => row.textContent()).toMatch(/briefing.*paused/);
        await page.getByRole("button", { name: /Apply 1 change/ }).click();
        await page.getByText("applied", { exact: true }).waitFor();
      });
    });

    it("with an unknown name ask to rewrite the request", async () => {
      const made = await of().client.createDraft({ body: { text: "Переведи сделку Несуществующая в paused" } });
      const id = made.kind === "draft" ? made.draft.draft.draft_id : "";
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.getByLabel("Request").fill("Переведи сделку Ромашка в paused");
        await page.getByRole("button", { name: "Plan again" }).click();
        await page.getByRole("button", { name: /Apply 1 change/ }).waitFor();
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
      });
    });

    // An approval is for the shown revision: a change made elsewhere disables the buttons.
    it("open in two browsers: the stale one is notified and cannot apply", async () => {
      const id = await drafted(of().client, { summary: "Two people", titles: ["First", "Second"] });
      const address = `#/inbox/draft/${id}`;
      await withPage({ world: of(), address }, (ann) =>
        withPage({ world: of(), address, language: "ru" }, async (boris) => {
          await boris.locator(".draft-actions").getByText(issueText("First"), { exact: true }).waitFor();
          await ann.getByRole("checkbox", { name: issueText("Second"), exact: true }).uncheck();
          await ann.getByRole("button", { name: "Remove 1 unchecked action" }).click();
          await ann.getByText("revision 2", { exact: true }).waitFor();
          await boris.getByRole("alert").filter({ hasText: "версия 1, сейчас 2" }).waitFor();
          const apply = boris.getByRole("button", { name: /Применить/ });
          await expect.poll(() => apply.isDisabled()).toBe(true);
          await boris.keyboard.press("a");
          expect(await statusOf(id)).toBe("DRAFT");
          await boris.getByRole("button", { name: "Показать новую версию" }).click();
          await boris.getByRole("button", { name: /Применить 1 изменение/ }).click();
          await boris.getByText("применён", { exact: true }).waitFor();
          await ann.getByText("applied", { exact: true }).waitFor();
        }),
      );
      const { draft } = await of().client.getDraft({ params: { id } });
      expect(draft.actions.map(({ outcome }) => outcome.status)).toEqual(["SUCCEEDED"]);
    });
  });
}
