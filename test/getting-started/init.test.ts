import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { templateNames } from "../../src/cli/workspace/workspace-template.ts";
import { type CliResult, runShell, startService } from "../support/cli-process.ts";

const timeoutMs = 300_000;
let place: string;
beforeAll(() => void (place = mkdtempSync(join(tmpdir(), "planwright-init-"))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

// Every line of a template README must work.
describe.concurrent.each(templateNames)("planwright init --template %s", (template) => {
  const folder = (): string => join(place, template);

  it(
    "writes a workspace in which nothing has to be mended, and in which its README is true",
    async () => {
      const made = await runShell(`planwright init ${template} --template ${template}`, { cwd: place });
      expect(made).toMatchObject({ code: 0, err: "" });
      expect(made.out).toMatch(new RegExp(`Next:\n  cd ${template}\n  planwright .*\n  planwright dev\n`));
      expect(readdirSync(folder())).toEqual(
        expect.arrayContaining([".gitignore", "README.md", "agents", "packs", "planwright.yaml", "tools"]),
      );
      expect(await runShell("planwright tools check", { cwd: folder() })).toMatchObject({ code: 0 });
      const said = await followReadme(folder());
      expect(said.join("\n")).toMatch(proofs[template]);
      expect(existsSync(join(folder(), ".planwright/planwright.db"))).toBe(true);
    },
    timeoutMs,
  );
});

/** Required output: the plan, the effect, the agent. */
const proofs = {
  shop: /book_repair[^]*completed COMPLETED[^]*"customer": "Bob"[^]*it ran[^]*"tool_name":"list_repairs"/,
  crm: /Acme[^]*DRAFT[^]*offer → won[^]*APPLIED[^]*"stage": "won"[^]*update_deal[^]*it ran[^]*Globex/,
  clinic:
    /Eva Stone[^]*1 appointment[^]*DRAFT[^]*booked → cancelled[^]*APPLIED[^]*"status": "cancelled"[^]*it ran[^]*Анна Петрова/,
  empty: /echo_tool[^]*get_time[^]*it ran[^]*"tool_name":"get_time"[^]*3 of 3/,
  agents: /stock_level[^]*COMPLETED[^]*it ran[^]*order_part[^]*APPLIED[^]*"boxes": 20[^]*condition was not met/,
};

/** Runs every fenced command in order; `dev` runs until the end. */
async function followReadme(cwd: string): Promise<string[]> {
  const said: string[] = [];
  let url = "http://127.0.0.1:4400";
  let stop = async (): Promise<unknown> => undefined;
  try {
    for (const line of commandsOf(readFileSync(join(cwd, "README.md"), "utf8"))) {
      if (line === "npx planwright dev") {
        const service = await startService({ cwd });
        url = service.url;
        stop = () => service.stop();
        continue;
      }
      const [draft = "none"] = said.join("\n").match(/[0-9a-f-]{36}(?=  DRAFT)/) ?? [];
      const asked = line.replace("http://127.0.0.1:4400", url).replace("<draft>", draft);
      const ended = await untilDone(asked, cwd);
      expect(ended, `${line}: ${ended.err}`).toMatchObject({ code: Number(/# code (\d)/.exec(line)?.[1] ?? 0) });
      said.push(ended.out);
    }
  } finally {
    await stop();
  }
  return said;
}

/** Polls, because an agent needs a moment. */
async function untilDone(line: string, cwd: string): Promise<CliResult> {
  const isThere = (out: string): boolean =>
    !(line.includes("planwright why") && !/it ran|did not/.test(out)) && !(line.endsWith("drafts list") && out === "");
  for (let turn = 0; turn < 40; turn += 1) {
    const ended = await runShell(line, { cwd });
    if (ended.code !== 0 || isThere(ended.out)) return ended;
  }
  throw new Error(`nothing came of ${line}`);
}

function commandsOf(markdown: string): string[] {
  return [...markdown.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

describe("planwright init", () => {
  it("overwrites nothing, and names the existing files", async () => {
    const cwd = join(place, "taken");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "planwright.yaml"), "tools: {}\n");
    const { code, err } = await runShell("planwright init", { cwd });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(
        /^planwright: \S+ already contains planwright\.yaml, and nothing is overwritten\. Choose another folder/,
      ),
    ]);
    expect(readdirSync(cwd)).toEqual(["planwright.yaml"]);
  });

  it("prints the written files as JSON", async () => {
    const { code, out } = await runShell("planwright init json --json", { cwd: place });
    const said = z
      .object({ folder: z.string(), template: z.string(), files: z.array(z.string()) })
      .parse(JSON.parse(out));
    expect([code, said.template, said.folder]).toEqual([0, "shop", join(place, "json")]);
    expect(said.files.every((path) => existsSync(join(said.folder, path)))).toBe(true);
  });

  it("suggests the template that was probably meant", async () => {
    const { code, err } = await runShell("planwright init x --template cmr", { cwd: place });
    expect([code, err]).toEqual([
      2,
      'planwright: --template must be one of shop, crm, agents, clinic, empty, not "cmr". Did you mean crm?\n',
    ]);
    expect(existsSync(join(place, "x"))).toBe(false);
  });
});
