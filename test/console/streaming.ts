import { describe, it } from "vitest";
import { z } from "zod";
import type { Model, ModelAnswer } from "../../src/ports/model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

const usage = { model: "one", inputTokens: 10, outputTokens: 10 };
const call = { id: "c1", name: "quote_lookup", args: { quote_id: "Q-0192" } };
const lookUp: ModelAnswer = { text: "", calls: [call], stop: "calls", usage };
const answer: ModelAnswer = { text: "The quote is sent.", calls: [], stop: "end", usage };

export function streamingSuite(of: () => ConsoleWorld): void {
  describe("a live run", () => {
    it("shows its first step as running, with a bar and the elapsed time, until it has ended", async () => {
      const answered = Promise.withResolvers<void>();
      const slow = defineTool({
        name: "slow_lookup",
        description: "Looks something up slowly.",
        input: z.object({}),
        effect: "read",
        run: async () => {
          await answered.promise;
          return { found: true };
        },
      });
      await of().restartServer({ tools: [slow] });
      const steps = [{ id: "wait", kind: "tool", tool: "slow_lookup", args: {} }];
      const { run_id: id } = await of().client.startRun({ body: JSON.parse(JSON.stringify({ steps })) });
      await withPage({ world: of(), address: `#/runs/${id}` }, async (page) => {
        await page.locator(".node", { hasText: "running" }).waitFor();
        await page.getByText("Running for").waitFor();
        await page.getByRole("tab", { name: "Timeline" }).click();
        await page.locator(".timeline-bars i.run").waitFor();
        answered.resolve();
        await page.locator(".timeline-bars i.run").waitFor({ state: "detached" });
        await page.getByText("completed", { exact: true }).first().waitFor();
      });
    });
  });

  describe("a ReAct run in chat", () => {
    it("shows the tools it uses, its answer token by token, and links the run", async () => {
      const rest = Promise.withResolvers<void>();
      let turns = 0;
      const model: Model = {
        async call(_, { onDelta }) {
          turns += 1;
          if (turns === 1) return { ok: true, answer: lookUp };
          onDelta?.({ kind: "text", text: "The quote " });
          await rest.promise;
          onDelta?.({ kind: "text", text: "is sent." });
          return { ok: true, answer };
        },
      };
      await of().restartServer({ reasoning: { model, name: "scripted/one" } });
      await withPage({ world: of(), address: "#/chat" }, async (page) => {
        await page.getByLabel("Reason step by step").check();
        await page.getByLabel("Message").fill("Is quote Q-0192 sent?");
        await page.keyboard.press("Enter");
        const bubble = page.locator(".bubble:not(.me)");
        await bubble.getByText("Used: Quote lookup").waitFor();
        await bubble.getByText("The quote", { exact: true }).waitFor();
        await bubble.getByText("Reasoning…").waitFor();
        rest.resolve();
        await bubble.getByText("The quote is sent.", { exact: true }).waitFor();
        await bubble.getByRole("link", { name: "Open run" }).click();
        await page.getByRole("region", { name: "Answer" }).getByText("The quote is sent.").waitFor();
      });
    });
  });
}
