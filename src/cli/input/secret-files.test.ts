import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCli } from "../../../test/support/run-cli.ts";
import { exit } from "../command.ts";
import { withSecretFiles } from "./secret-files.ts";

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "planwright-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

it.each(["PLANWRIGHT_SECRETS", "CREDENTIALS_DIRECTORY"])("reads variables from the files of %s", (name) => {
  const folder = folderOf({ DATABASE_URL: "postgres://x\n", CRM_TOKEN: "t", "notes.txt": "no", README: "yes" });
  expect(withSecretFiles({ [name]: folder, CRM_TOKEN: "mine" })).toEqual({
    [name]: folder,
    DATABASE_URL: "postgres://x",
    README: "yes",
    CRM_TOKEN: "mine",
  });
});

// A secret volume of Kubernetes is links into a folder that is exchanged as a whole.
it("follows links and passes over folders", () => {
  const folder = folderOf({});
  mkdirSync(join(folder, "..data"));
  mkdirSync(join(folder, "FOLDER"));
  writeFileSync(join(folder, "..data", "REDIS_URL"), "redis://x");
  symlinkSync("..data/REDIS_URL", join(folder, "REDIS_URL"));
  expect(withSecretFiles({ PLANWRIGHT_SECRETS: folder })["REDIS_URL"]).toBe("redis://x");
});

it("leaves an environment without such a folder as it is", () => {
  expect(withSecretFiles({ A: "1", PLANWRIGHT_SECRETS: "" })).toEqual({ A: "1", PLANWRIGHT_SECRETS: "" });
});

it("reaches commands, and says where it cannot read", async () => {
  const env = { PLANWRIGHT_SECRETS: folderOf({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/x" }) };
  expect((await runCli(["migrate"], { env })).code).toBe(exit.dependency);
  const missing = await runCli(["migrate"], { env: { PLANWRIGHT_SECRETS: "/no/such/folder" } });
  expect(missing).toMatchObject({ code: exit.usage, err: expect.stringContaining("PLANWRIGHT_SECRETS") });
});
