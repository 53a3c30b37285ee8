import { describe, it } from "vitest";
import type { Model, ModelAnswer } from "../../src/ports/model.ts";
import type { ConsoleWorld } from "./support/console-world.ts";
import { withPage } from "./support/with-page.ts";

const usage = { model: "one", inputTokens: 10, outputTokens: 10 };
const call = { id: "c1", name: "quote_lookup", args: { quote_id: "Q-0192" } };
const lookUp: ModelAnswer = { text: "", calls: [call], stop: "calls", usage };
const answer: ModelAnswer = { text: "The quote is sent.", calls: [], stop: "end", usage };

export function streamingSuite(of: () => ConsoleWorld): void {
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
