import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessSuite } from "./access.ts";
import { agentsSuite } from "./agents.ts";
import { askSuite } from "./ask.ts";
import { chatSuite } from "./chat.ts";
import { draftsSuite } from "./drafts.ts";
import { inboxSuite } from "./inbox.ts";
import { lessonsSuite } from "./lessons.ts";
import { longRunSuite } from "./long-run.ts";
import { plantedSuite } from "./planted.ts";
import { plansSuite } from "./plans.ts";
import { restartSuite } from "./restart.ts";
import { runsSuite } from "./runs.ts";
import { shellSuite } from "./shell.ts";
import { type ConsoleWorld, openConsoleWorld } from "./support/console-world.ts";
import { hasBrowser } from "./support/open-browser.ts";
import { streamingSuite } from "./streaming.ts";
import { toolsSuite } from "./tools.ts";
import { trustSuite } from "./trust.ts";
import { wordsSuite } from "./words.ts";

// A real Chromium against the real server with the demo workspace. One browser and one server for all suites, in this
// order; each suite creates its own data.
describe.skipIf(!hasBrowser)("in Chromium, which comes with npm for Linux on x64 (else CHROMIUM_PATH)", () => {
  let world: ConsoleWorld;
  const of = (): ConsoleWorld => world;

  beforeAll(async () => {
    world = await openConsoleWorld();
  }, 120_000);

  afterAll(() => world.stop());

  shellSuite(of);
  askSuite(of);
  runsSuite(of);
  inboxSuite(of);
  draftsSuite(of);
  trustSuite(of);
  wordsSuite(of);
  chatSuite(of);
  agentsSuite(of);
  toolsSuite(of);
  lessonsSuite(of);
  plansSuite(of);
  longRunSuite(of);
  plantedSuite(of);
  accessSuite(of);
  restartSuite(of);
  streamingSuite(of);

  it("caused no browser error on any page", () => {
    expect(world.complaints).toEqual([]);
  });
});
