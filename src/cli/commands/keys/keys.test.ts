import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/run-cli.ts";
import { openBackend } from "../../../runtime/storage/backend.ts";
import { exit } from "../../command.ts";
import { parseLifetime } from "./keys.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-keys-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const keys = (...words: string[]) => runCli(["keys", ...words], { env: { PLANWRIGHT_DATA: folder, USER: "ada" } });

describe("planwright keys", () => {
  it("prints only the key on stdout, once, and never lists it", async () => {
    const made = await keys("create", "--name", "ci", "--tenant", "acme", "--scope", "runs,plan", "--expires", "30d");
    expect(made).toMatchObject({ code: exit.ok, out: expect.stringMatching(/^pw_[0-9a-f]{16}_[\w-]{43}\n$/) });
    expect(made.err).not.toContain(made.out.trim());
    const listed = await keys("list");
    expect(listed.out).toMatch(/^[0-9a-f]{16} {2}acme +ci +plan,runs +never used, expires \d{4}-\d{2}-\d{2}T/);
    expect(listed.out).not.toContain(made.out.trim().slice(20));
  });

  it("prints JSON, revokes keys, and audits each change", async () => {
    const made = JSON.parse((await keys("create", "--name", "ci", "--scope", "admin", "--json")).out);
    expect(made).toMatchObject({ tenant: "local", name: "ci", scopes: ["admin"], expires_at: null, revoked_at: null });
    expect(JSON.parse((await keys("revoke", made.id, "--json")).out)).toEqual({ id: made.id, revoked: true });
    const [listed] = JSON.parse((await keys("list", "--json", "--tenant", "local")).out).keys;
    expect(listed).toMatchObject({ id: made.id, revoked_at: expect.any(String) });
    expect((await keys("list")).out).toContain("revoked ");
    const backend = openBackend({ folder });
    const entries = await backend.audit.list({ tenant: "local", limit: 10 });
    await backend.close();
    const deed = { principal: "cli:ada", subjects: [made.id], outcome: "done" };
    expect(entries).toMatchObject([
      { ...deed, action: "keys revoke" },
      { ...deed, action: "keys create" },
    ]);
  });

  it.each([
    [["create", "--scope", "plan"], "--name is required: the purpose of the key"],
    [["create", "--name", "a\nb", "--scope", "plan"], "--name is required: the purpose of the key"],
    [["create", "--name", "ci"], "--scope is required"],
    [["create", "--name", "ci", "--scope", "run"], 'no scope "run". Did you mean runs?'],
    [["create", "--name", "ci", "--scope", "plan", "--tenant", ""], "--tenant must have 1 to 200"],
    [["create", "--name", "ci", "--scope", "plan", "--expires", "soon"], "--expires must be a lifetime such as"],
    [["revoke"], "revoke needs <id>"],
  ])("names the mistake in %j and makes nothing", async (words, message) => {
    expect(await keys(...words)).toMatchObject({ code: exit.usage, out: "", err: expect.stringContaining(message) });
    expect((await keys("list")).out).toBe("");
  });

  it("fails for an unknown key", async () => {
    expect(await keys("revoke", "0".repeat(16))).toMatchObject({ code: exit.failed, out: "" });
  });
});

describe("parseLifetime", () => {
  it.each([
    ["90m", 5_400_000],
    ["12h", 43_200_000],
    ["30d", 2_592_000_000],
    ["2w", 1_209_600_000],
    ["0d", undefined],
    ["-1d", undefined],
    ["30", undefined],
    ["1.5h", undefined],
    ["9999999w", undefined],
  ])("%s is %s", (text, ms) => {
    expect(parseLifetime(text)).toBe(ms);
  });
});
