import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

const goal = "Generate a purchase order from quote Q-0192";
const asked = `#/ask?q=${encodeURIComponent(goal)}`;

export function askSuite(of: () => ConsoleWorld): void {
  describe("Ask", () => {
    it("plans, shows the words behind the plan, and runs it once its write is approved", async () => {
      await withPage({ world: of(), address: "#/ask" }, async (page) => {
        await page.getByLabel("What do you need?").fill(goal);
        await page.keyboard.press("Enter");
        await page.locator(".node").nth(2).waitFor();
        await expect.poll(() => page.locator(".goal-words mark.argument").allTextContents()).toEqual(["Q-0192"]);
        await page.getByText("Valid", { exact: true }).waitFor();
        await expect.poll(() => page.locator(".node-mark").allTextContents()).toEqual(["reads", "adds"]);
        await page.getByRole("button", { name: "Review 1 change" }).click();
        await page.waitForURL(/#\/runs\/[\w-]+$/);
        await page.getByRole("heading", { level: 1, name: goal }).waitFor();
        await page.getByRole("link", { name: "Open in Ask" }).waitFor();
        await page.getByText("Approve this change").waitFor();
        await page.getByRole("button", { name: "Approve" }).click();
        const id = new URL(page.url()).hash.replace("#/runs/", "");
        await expect.poll(async () => (await of().client.getRun({ params: { id } })).run.status).toBe("completed");
      });
    });

    it("keeps the request in the address", async () => {
      await withPage({ world: of(), address: asked }, async (page) => {
        await page.locator(".node").first().waitFor();
        await expect.poll(() => page.getByLabel("What do you need?").inputValue()).toBe(goal);
      });
    });

    it("highlights the words of the selected step", async () => {
      await withPage({ world: of(), address: asked }, async (page) => {
        await page.locator(".why-steps button", { hasText: "Create purchase order" }).click();
        await expect.poll(() => page.locator(".goal-words mark.argument").count()).toBe(0);
        await expect.poll(() => page.locator(".node.chosen b").textContent()).toBe("Create purchase order");
      });
    });

    it("validates edits, lists every violation and jumps to its line", async () => {
      await withPage({ world: of(), address: asked }, async (page) => {
        await page.getByRole("tab", { name: "JSON" }).click();
        const editor = page.getByLabel("Editable plan as JSON");
        await editor.fill((await editor.inputValue()).replace('"quote_lookup"', '"qoute_lookup"'));
        const issue = page.locator(".issue", { hasText: "/steps/0/payload/tool_name" });
        await issue.waitFor();
        await expect.poll(() => issue.textContent()).toContain("quote_lookup");
        await expect
          .poll(() =>
            page
              .getByRole("button", { name: /Review|Run/ })
              .first()
              .isDisabled(),
          )
          .toBe(true);
        await issue.click();
        const chosen = "((area) => area.value.slice(area.selectionStart, area.selectionEnd))(document.activeElement)";
        await expect.poll(() => page.evaluate<string>(chosen)).toContain("qoute_lookup");
        await page.getByRole("tab", { name: "Graph" }).click();
        await page.locator(".node.faulty").waitFor();
        await page.getByRole("button", { name: "Undo my edits" }).click();
        await page.getByText("Valid", { exact: true }).waitFor();
      });
    });

    it.each(["structured", "determinism"])("supports the %s contract", async (contract) => {
      await withPage(
        { world: of(), address: `#/ask?contract=${contract}&q=${encodeURIComponent('echo "hello"')}` },
        async (page) => {
          await page.locator(".node", { hasText: /echo/i }).first().waitFor();
          await page.getByText("Valid", { exact: true }).waitFor();
        },
      );
    });

    it("sends a plan that writes to the inbox without running it", async () => {
      const words = encodeURIComponent("Переведи сделку Ромашка в paused");
      // Without a contract in the address: a request over records is planned as actions.
      await withPage({ world: of(), address: `#/ask?q=${words}` }, async (page) => {
        await page.locator(".node", { hasText: "Ромашка" }).waitFor();
        await page.getByRole("button", { name: "Review 1 change" }).click();
        await page.waitForURL(/#\/inbox\/draft\//);
        const row = page.getByRole("row", { name: /Stage/ });
        await expect.poll(() => row.textContent()).toMatch(/negotiation.*paused/);
        await page.getByRole("button", { name: "Discard" }).click();
        await page.getByText("cancelled", { exact: true }).waitFor();
      });
    });

    it("asks back in the language of the request", async () => {
      await withPage(
        { world: of(), address: "#/ask?q=Generate%20a%20purchase%20order%20from%20a%20quote" },
        async (page) => {
          await page.getByText("Which quote?").first().waitFor();
          await expect
            .poll(() =>
              page
                .getByRole("button", { name: /Review|Run/ })
                .first()
                .isDisabled(),
            )
            .toBe(true);
        },
      );
    });

    it("copies a shell command and saves a test fixture", async () => {
      await withPage({ world: of(), address: "#/ask?q=echo%20%22it's%22" }, async (page) => {
        await page.locator(".node").first().waitFor();
        await page.getByText("For developers").click();
        await page.getByRole("button", { name: "CLI" }).click();
        const text = (): Promise<string> => page.evaluate<string>("navigator.clipboard.readText()");
        await expect.poll(text).toBe(`planwright plan 'echo "it'\\''s"' --contract service --planner 'grammar'`);
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Save as test fixture" }).click(),
        ]);
        expect(download.suggestedFilename()).toBe("echo-it-s.service.json");
        expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toHaveProperty("steps");
      });
    });

    it("shows the server's errors", async () => {
      await withPage({ world: of(), address: "#/ask?planner=nobody&q=hello" }, async (page) => {
        await page.getByRole("alert").filter({ hasText: "nobody" }).waitFor();
      });
    });
  });
}
