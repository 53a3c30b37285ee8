import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli, type CliOutput } from "../../../../test/support/run-cli.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-plans-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const greeting = {
  parameters: { name: { type: "string" } },
  plan: { steps: [{ id: "say", kind: "tool", tool: "echo_tool", args: { text: "hello {{params.name}}" } }] },
};

const cli = (...words: string[]): Promise<CliOutput> =>
  runCli(["plans", ...words, "--data", folder], { files: { "-": JSON.stringify(greeting) } });

it("shows what a saved plan would do with these values, and starts no run", async () => {
  expect(await cli("save", "greeting", "--plan", "-")).toMatchObject({ code: 0 });
  const shown = await cli("run", "greeting", "name=Boris", "--dry-run");
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.out).toContain("hello Boris");
  expect(await cli("run", "greeting", "--dry-run")).toMatchObject({ code: 1 });
  expect((await runCli(["runs", "list", "--data", folder])).out).toBe("");
});

it.each([
  [[], "the parameter name is missing"],
  [["nam=Boris"], "there is no parameter nam; did you mean name?"],
  [["name=3"], "the parameter name must be string"],
])("names the parameter that is wrong in %j, in a dry run and in a run", async (words, message) => {
  await cli("save", "greeting", "--plan", "-");
  expect(await cli("run", "greeting", ...words, "--dry-run")).toMatchObject({
    code: 1,
    out: expect.stringContaining(message),
  });
  expect((await cli("run", "greeting", ...words)).err).toContain(message);
});

it("explains a call of a saved plan by its standing approval", async () => {
  const write = { id: "make", kind: "tool", tool: "create_vendor", args: { name: "Nord", email: "post@nord.example" } };
  const explain = (...words: string[]) => runCli(["policy", "explain", "create_vendor", ...words, "--data", folder]);
  const file = { files: { "-": JSON.stringify({ steps: [write] }) } };
  await runCli(["plans", "save", "vendor", "--plan", "-", "--data", folder], file);
  expect(await explain("--plan", "vendor")).toMatchObject({ code: 6, out: expect.stringContaining("draft") });
  await cli("approve", "vendor", "--runs", "1", "--until", "2099-01-01T00:00:00Z");
  expect(await explain("--plan", "vendor")).toMatchObject({ code: 0, out: expect.stringContaining("vendor") });
  expect(await explain()).toMatchObject({ code: 6 });
  expect(await explain("--plan", "greeting")).toMatchObject({ code: 6 });
});
