import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli, type Said } from "../../../../test/support/run-cli.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-plans-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const greeting = {
  parameters: { name: { type: "string" } },
  plan: { steps: [{ id: "say", kind: "tool", tool: "echo_tool", args: { text: "hello {{params.name}}" } }] },
};

const cli = (...words: string[]): Promise<Said> =>
  runCli(["plans", ...words, "--data", folder], { files: { "-": JSON.stringify(greeting) } });

it("shows what a saved plan would do with these values, and starts no run", async () => {
  expect(await cli("save", "greeting", "--plan", "-")).toMatchObject({ code: 0 });
  const shown = await cli("run", "greeting", "name=Boris", "--dry-run");
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.out).toContain("hello Boris");
  expect(await cli("run", "greeting", "--dry-run")).toMatchObject({ code: 1 });
  expect((await runCli(["runs", "list", "--data", folder])).out).toBe("");
});
