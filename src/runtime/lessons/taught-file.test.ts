import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TeachRequest } from "../../contracts/api/lessons.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { type OpenPlanwright, openPlanwright } from "../open-planwright.ts";
import { createTaughtFile } from "./taught-file.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "taught-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, "packs", "taught.yaml");

async function inService(work: (planwright: OpenPlanwright) => Promise<void>): Promise<void> {
  const opened = await openPlanwright({ folder, env: {}, log: createMemoryLog() });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  await opened.value.start(new Set());
  await work(opened.value);
  await opened.value.stop();
}

const request = TeachRequest.parse({
  request: "knock together a reading of Q-0192",
  plan: { steps: [{ kind: "tool", id: "s1", tool: "quote_lookup", args: { quote_id: "Q-0192" } }] },
});

it("writes a lesson before the service stops, and one that is missing in the file when it starts", async () => {
  await inService(async ({ lessons }) => {
    expect(await lessons.teach({ tenant: "local", by: "ann" }, request)).toMatchObject({ version: 1 });
  });
  const written = readFileSync(path(), "utf8");
  expect(written).toContain("version: 1.0.1");
  expect(written).toContain("quote_lookup");
  rmSync(path());
  await inService(async () => undefined);
  expect(readFileSync(path(), "utf8")).toBe(written);
});

it("leaves a file alone that is not older than the lessons, and writes none for a workspace without lessons", async () => {
  await inService(async () => undefined);
  expect(existsSync(path())).toBe(false);
});

it("writes changes in a row once, the last one, and logs what cannot be written", () => {
  const log = createMemoryLog();
  const file = createTaughtFile({ folder, log });
  const made: string[] = [];
  for (const text of ["version: 1.0.1\n", "version: 1.0.2\n"])
    file.write(() => {
      made.push(text);
      return text;
    });
  expect(existsSync(path())).toBe(false);
  file.flush();
  file.flush();
  expect(made).toEqual(["version: 1.0.2\n"]);
  expect(file.version()).toBe(2);
  const lost = createTaughtFile({ folder: join(path(), "no"), log });
  lost.write(() => "");
  lost.flush();
  expect(log.lines).toMatchObject([{ level: "warn", fields: { event: "lessons.file_failed" } }]);
});
