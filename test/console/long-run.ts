import { beforeAll, describe, expect, it } from "vitest";
import type { ConsoleWorld } from "./support/console-world.ts";
import { carried } from "./support/things.ts";
import { withPage } from "./support/with-page.ts";

const steps = Array.from({ length: 1000 }, (_, at) => ({
  id: `s${at}`,
  kind: "tool",
  tool: "echo_tool",
  args: { text: `line ${at}` },
  dependsOn: at < 10 ? [] : [`s${at - 10}`],
}));

export function longRunSuite(of: () => ConsoleWorld): void {
  // `npm run bench -- console` measures the frame rate; this test checks why it can be smooth.
  describe("a run of 1,000 steps", () => {
    let id = "";
    beforeAll(async () => {
      id = await carried(of().client, { steps });
    });

    it.each([
      ["graph", ".node"],
      ["time", ".timeline-line"],
      ["journal", ".journal-line"],
    ])("renders few elements: %s", async (tab, thing) => {
      await withPage({ world: of(), address: `#/runs/${id}?tab=${tab}` }, async (page) => {
        await page.locator(thing).first().waitFor();
        await page.getByText("completed", { exact: true }).waitFor();
        await expect.poll(() => page.locator(thing).count()).toBeLessThan(200);
        await expect.poll(() => page.evaluate<number>("document.querySelectorAll('*').length")).toBeLessThan(3000);
      });
    });

    it("scrolls to its last entry", async () => {
      await withPage({ world: of(), address: `#/runs/${id}?tab=time` }, async (page) => {
        await page.locator(".timeline-line").first().waitFor();
        await page.evaluate("void document.querySelector('.virtual').scrollTo(0, 1e6)");
        await page.locator(".timeline-line", { hasText: "line 999" }).waitFor();
      });
    });
  });
}
