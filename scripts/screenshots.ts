import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { type ConsoleWorld, openConsoleWorld } from "../test/console/support/console-world.ts";
import { carried, failing } from "../test/console/support/things.ts";
import { settled } from "../test/console/support/with-page.ts";

// Writes docs/screenshots/: every page of the console with something on it, light and dark, and three on a phone.
const folder = resolve(import.meta.dirname, "../docs/screenshots");

type Shot = { name: string; address: string; wait: string; act?: (page: Page) => Promise<void> };

const world = await openConsoleWorld();
try {
  mkdirSync(folder, { recursive: true });
  const shots = await prepare(world);
  for (const theme of ["light", "dark"] as const) {
    for (const shot of shots) await take(shot, { theme, width: 1280 });
  }
  for (const shot of shots.filter(({ name }) => ["ask", "inbox", "run"].includes(name))) {
    await take({ ...shot, name: `${shot.name}-phone` }, { theme: "light", width: 390 });
  }
} finally {
  await world.stop();
}

/** People, runs, questions and agents as they would be on a Monday morning. */
async function prepare({ client }: ConsoleWorld): Promise<Shot[]> {
  const asked = [
    "Generate a purchase order from quote Q-0192",
    "What do we have in stock of bearings?",
    "Email PO-5001 to the vendor",
  ];
  const runs: string[] = [];
  for (const message of asked) {
    const plan = await client.plan({ body: { session_id: 1, message, context: { company_id: 1 } } });
    runs.push(await carried(client, plan));
  }
  await carried(client, failing("Q-0404"));
  await carried(client, { steps: [{ id: "find", kind: "tool", tool: "quote_lookup", args: { quote_id: "Q-0500" } }] });
  const made = await client.createDraft({ body: { text: "Сделка Ромашка выиграна, создай kickoff" } });
  const moved = await client.createDraft({ body: { text: "Переведи сделку Ромашка в paused" } });
  if (made.kind !== "draft" || moved.kind !== "draft") throw new Error("the demo workspace drafts both");
  await agent(client);
  const run = runs[0] ?? "";
  return [
    { name: "ask", address: `#/ask?q=${encodeURIComponent(asked[0] ?? "")}`, wait: ".node" },
    { name: "inbox", address: `#/inbox/draft/${moved.draft.draft.draft_id}`, wait: "#draft-title" },
    { name: "chat", address: "#/chat", wait: ".thread", act: talk },
    { name: "runs", address: "#/runs", wait: ".run-line" },
    { name: "run", address: `#/runs/${run}?step=step-2`, wait: ".node" },
    { name: "agents", address: "#/agents/of/morning-review?tab=decisions", wait: ".decision" },
    { name: "tools", address: "#/tools/create_purchase_order", wait: "#try-title" },
    { name: "health", address: "#/health", wait: ".latency" },
  ];
}

async function agent(client: ConsoleWorld["client"]): Promise<void> {
  const id = "morning-review";
  const profile = {
    id,
    description: "Looks at the open quotes every morning",
    goal_template: { type: "agent_task", description: "List the quotes that were sent" },
    toolset: ["list_quotes"],
    triggers: { time: [{ cron: "0 8 * * 1-5" }], events: [{ channel: "orion:hub:session_end" }] },
    autonomy_level: 1,
  };
  await client.putAgent({ params: { id }, body: profile });
  await client.runAgentOnce({ params: { id }, body: {} });
  await client.publishEvent({ body: { channel: "orion:hub:session_end", payload: {} } });
}

async function talk(page: Page): Promise<void> {
  for (const words of ["pipeline", "Сделай задачу: подготовить КП для Ромашка до пятницы"]) {
    await page.getByRole("textbox").fill(words);
    const before = await page.locator(".bubble:not(.me):not(.busy)").count();
    await page.keyboard.press("Enter");
    await page.locator(".bubble:not(.me):not(.busy)").nth(before).waitFor();
  }
}

async function take(
  { name, address, wait, act }: Shot,
  look: { theme: "light" | "dark"; width: number },
): Promise<void> {
  const page = await world.open(address, look);
  await page.locator(wait).first().waitFor();
  await settled(page);
  await act?.(page);
  // The fonts, and one more frame for what they move.
  await page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))");
  await page.screenshot({ path: join(folder, `${name}-${look.theme}.png`) });
  await page.close();
}
