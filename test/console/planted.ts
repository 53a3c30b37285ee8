import { beforeAll, describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried, drafted, issueText } from "./support/things.ts";
import { goTo, settled, withPage } from "./support/with-page.ts";

const planted = `<img src=x onerror="window.owned=1"><script>window.owned=1</script><b id="planted">"'</b>`;
/** What the page would contain if any text were rendered as HTML. */
const traces = "#planted, img[src=x], a[href^=javascript]";
const link = "javascript:window.owned=1";

export function plantedSuite(of: () => ConsoleWorld): void {
  // Text in a plan, a tool's output, a Draft or a chat reaches somebody's browser.
  describe("HTML and scripts in every field", () => {
    const places = new Map<string, string>();

    beforeAll(async () => {
      const { client } = of();
      const echo = { id: planted, kind: "tool", tool: "echo_tool", args: { text: planted, [planted]: planted } };
      const said = { id: "said", kind: "message", channel: "assistant", content: planted, summary: planted };
      const safety = {
        id: "s",
        kind: "safety",
        check: planted,
        severity: "warn",
        manualReview: true,
        detectedIssues: [planted],
      };
      const run = await carried(client, { summary: planted, steps: [said] });
      const failed = await carried(client, {
        steps: [{ id: planted, kind: "action", action: planted, mode: "manual", parameters: { [planted]: planted } }],
      });
      await carried(client, { steps: [safety] });
      const refused = await client.startRun({ body: { steps: [echo] } }).catch(() => undefined);
      expect(refused).toBeUndefined();
      const draft = await drafted(client, {
        summary: planted,
        titles: [planted, link],
        risks: [{ kind: "ambiguous", details: planted }],
      });
      const profile = { id: "planted", description: planted, goal_template: { description: planted }, toolset: [] };
      await client.putAgent({ params: { id: "planted" }, body: profile });
      await client.runAgentOnce({ params: { id: "planted" }, body: {} });
      await client.addKnowledge({ body: { source: planted, content: planted } });
      for (const tab of ["graph", "time", "journal", "effects", "plan"]) {
        places.set(`run, ${tab}`, `#/runs/${run}?tab=${tab}&step=said`);
        places.set(`asking run, ${tab}`, `#/runs/${failed}?tab=${tab}&step=${encodeURIComponent(planted)}`);
      }
      const { escalations } = await client.listEscalations();
      for (const [at, { escalation_id: id }] of escalations.entries())
        places.set(`escalation ${at}`, `#/inbox/escalation/${id}`);
      places.set("draft", `#/inbox/draft/${draft}`);
      places.set("runs", "#/runs");
      places.set("comparison", `#/runs/${run}/diff/${failed}`);
      places.set("ask", `#/ask?q=${encodeURIComponent(`echo "${planted}"`)}`);
      places.set(
        "ask, contract and planner",
        `#/ask?q=hello&contract=${encodeURIComponent(planted)}&planner=${encodeURIComponent(planted)}`,
      );
      for (const tab of ["overview", "decisions", "runs", "profile"])
        places.set(`agent, ${tab}`, `#/agents/of/planted?tab=${tab}`);
      places.set("tools", `#/tools?q=${encodeURIComponent(planted)}`);
      places.set("a page of that name", `#/${encodeURIComponent(planted)}`);
    });

    it("are shown as text on every page and never run", async () => {
      await withPage({ world: of(), address: "#/ask" }, async (page) => {
        for (const [name, address] of places) {
          await goTo(page, address);
          await settled(page);
          const found = await page.evaluate<object>(
            `({ owned: "owned" in window, elements: document.querySelectorAll("${traces}").length })`,
          );
          expect([name, found]).toEqual([name, { owned: false, elements: 0 }]);
        }
      });
    });

    it("are visible as text", async () => {
      await withPage({ world: of(), address: places.get("draft") ?? "" }, async (page) => {
        await expect
          .poll(() => page.getByRole("heading", { level: 2 }).textContent())
          .toBe(`${issueText(planted)}; ${issueText(link)}`);
        await expect
          .poll(() => page.locator(".draft-actions b").allTextContents())
          .toEqual([issueText(planted), issueText(link)]);
        await expect.poll(() => page.locator("blockquote.asked p").textContent()).toBe(planted);
      });
    });

    it("are shown as text in chat", async () => {
      await withPage({ world: of(), address: "#/chat" }, async (page) => {
        await page.getByLabel("Message").fill(planted);
        await page.keyboard.press("Enter");
        // Each tab has a conversation of its own, so this is the answer.
        await page.locator(".bubble:not(.me):not(.busy)").first().waitFor();
        await expect
          .poll(() => page.evaluate<boolean>(`"owned" in window || document.querySelector("${traces}") !== null`))
          .toBe(false);
      });
    });
  });
}
