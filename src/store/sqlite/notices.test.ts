import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "./database.ts";
import { createSqliteNotices } from "./notices.ts";

// Each of two processes on one file learns that the other wrote, but not of its own writes.
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "planwright-notices-"))));
afterEach(() => rmSync(folder, { recursive: true }));

describe("notices of a SQLite file", () => {
  it("come for what another connection has written, and not for what one wrote oneself", async () => {
    const [here, there] = [0, 1].map(() => openDatabase({ path: join(folder, "planwright.db") }));
    if (here === undefined || there === undefined) throw new Error("two were opened");
    const heard = { here: 0, there: 0 };
    const stops = [
      createSqliteNotices(here, 5).watch(() => (heard.here += 1)),
      createSqliteNotices(there, 5).watch(() => (heard.there += 1)),
    ];
    await here.commit(() => here.prepare("INSERT INTO counters (tenant, key, value) VALUES ('t', 'k', 1)").run());
    await vi.waitFor(() => expect(heard).toEqual({ here: 0, there: 1 }));
    for (const stop of stops) await stop();
    await here.close();
    await there.close();
  });
});
