import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allBackgroundRoles, openPlanwright, unwrapOrThrow } from "planwright";
import { openBotApi } from "./bot-api.ts";

// A stand-in for api.telegram.org on this machine. With a real bot leave `api_root` out, put the token BotFather gave you
// into TELEGRAM_TOKEN, your own number into `allow`, and run `npx planwright start` beside the file.
const telegram = await openBotApi();
const folder = mkdtempSync(join(tmpdir(), "planwright-"));
writeFileSync(
  join(folder, "planwright.yaml"),
  `tools: { demo: true }
packs: [studio]
telegram:
  token: { env: TELEGRAM_TOKEN }
  allow: [1001]
  api_root: ${telegram.url}
`,
);
const env = { TELEGRAM_TOKEN: "123:example" };
const { drafts, start, stop } = unwrapOrThrow(await openPlanwright({ folder, env }));
await start(allBackgroundRoles); // the bot, too: by default it is left to the process that serves

telegram.say("Переведи сделку Ромашка в paused"); // "move the deal Ромашка to paused"
const card = await telegram.see("Черновик");
show("Анна: Переведи сделку Ромашка в paused", card.text);
assert.deepEqual(await statuses(), ["DRAFT"], "nothing is written before the tap");

telegram.tap(card, "Применить");
const done = await telegram.see("Применено");
show("Анна taps Применить", done.text);
assert.equal(done.messageId, card.messageId, "the outcome stands in the same message");
assert.deepEqual(await statuses(), ["APPLIED"]);
await stop();
telegram.close();

async function statuses(): Promise<string[]> {
  return (await drafts.list({ tenant: "local", limit: 10 })).map(({ draft }) => draft.status);
}

/** Without the moments, which differ from run to run. */
function show(what: string, text: string): void {
  const lines = text.split("\n").map((line) => line.replace(/\d\d[./]\d\d.*/, "…"));
  console.log([what, ...lines.filter((line) => line !== ""), ""].join("\n  ").trimEnd());
}
