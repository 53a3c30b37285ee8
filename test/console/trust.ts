import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, drafted, order } from "./support/things.ts";
import { goTo, withPage } from "./support/with-page.ts";

const move = "Переведи сделку Ромашка в paused";

export function trustSuite(of: () => ConsoleWorld): void {
  const draftOf = async (text: string): Promise<string> => {
    const made = await of().client.createDraft({ body: { text } });
    return made.kind === "draft" ? made.draft.draft.draft_id : "";
  };

  describe("trust at the moment of approval", () => {
    it("cannot apply while an edit is open, not even by key", async () => {
      const id = await drafted(of().client, { summary: "Open edit", titles: ["Old title"] });
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        await page.getByRole("button", { name: "Edit" }).click();
        await page.getByRole("textbox", { name: /^Title/ }).fill("New title");
        await expect.poll(() => page.getByRole("button", { name: /Apply/ }).isDisabled()).toBe(true);
        await page.getByText("Save or cancel your edit first.").waitFor();
        await page.getByRole("heading", { level: 1 }).click();
        await page.keyboard.press("a");
        expect((await of().client.getDraft({ params: { id } })).draft.status).toBe("DRAFT");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
      });
    });

    it("shows the current value and rebuilds when a record changed meanwhile", async () => {
      const id = await draftOf(move);
      const other = await of().client.createDraft({ body: { text: "Переведи сделку Ромашка в briefing" } });
      if (other.kind === "draft") {
        const { draft, action_hash } = other.draft;
        const body = { revision: draft.revision, action_hash };
        await of().client.applyDraft({ params: { id: draft.draft_id }, body });
      }
      await withPage({ world: of(), address: `#/inbox/draft/${id}` }, async (page) => {
        const apply = page.getByRole("button", { name: /Apply 1 change/ });
        await apply.click();
        await page.getByText("The record changed after this draft was made").waitFor();
        await expect
          .poll(() => page.getByRole("row", { name: /Stage/ }).textContent())
          .toMatch(/negotiation.*briefing.*paused/);
        await page.getByRole("button", { name: "Rebuild" }).click();
        await apply.waitFor();
        await expect.poll(() => page.getByRole("row", { name: /Stage/ }).textContent()).toMatch(/briefing.*paused/);
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
        await goTo(page, "#/inbox?show=history");
        await page.locator(".inbox-list a", { hasText: "Ромашка" }).first().waitFor();
      });
    });

    it("needs no scrolling to apply 13 changes on a phone, with targets of 44 px", async () => {
      const titles = Array.from({ length: 13 }, (_, at) => `Task ${at + 1}`);
      const id = await drafted(of().client, { summary: "Thirteen", titles });
      await withPage({ world: of(), address: `#/inbox/draft/${id}`, width: 390 }, async (page) => {
        const apply = page.getByRole("button", { name: /Apply 13 changes/ });
        await apply.waitFor();
        const box = await apply.boundingBox();
        expect((box?.y ?? 1e6) + (box?.height ?? 0)).toBeLessThan(780);
        expect(box?.height).toBeGreaterThanOrEqual(44);
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
      });
    });
  });

  describe("the shell", () => {
    it("finds pages and runs with Ctrl-K and shows the keys with ?", async () => {
      await carried(of().client, order);
      await withPage({ world: of(), address: "#/ask" }, async (page) => {
        await page.getByRole("heading", { level: 1 }).click();
        await page.keyboard.press("?");
        await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search everything" }).fill("audit");
        await page.keyboard.press("Enter");
        await page.waitForURL(/#\/audit/);
      });
    });

    it("has the API reference at /docs, with search and try-it", async () => {
      await withPage({ world: of(), address: "docs" }, async (page) => {
        await page.getByRole("searchbox").fill("version");
        await page.getByRole("link", { name: /GET \/version/ }).click();
        await page.getByRole("button", { name: "Send request" }).click();
        await page.getByRole("region", { name: "Result" }).getByText('"planwright"').waitFor();
      });
    });
  });
}
