import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exit } from "./command.ts";
import { main } from "./main.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-mistakes-"));
  mkdirSync(join(folder, "folder"));
  const put = (name: string, text: string | Uint8Array): void => writeFileSync(join(folder, name), text);
  put("plan.json", '{"goal":"x","steps":[]}');
  put("cut.json", '{"a": [1, 2');
  put("typo.json", '{\n  "goal": "x",\n  "steps": [}\n');
  put("notes.txt", "hello\n");
  put("letters.json", Uint8Array.of(0x22, 0xff, 0x22));
  put("service.json", JSON.stringify({ session_id: 1, steps: [], metadata: { model: "grammar", version: "0.1" } }));
  put("yaml.yaml", "tools:\n  mpc: {}\n");
  put("colon.yaml", "tools:\n  mcp\n    shop: { command: [node, x] }\napproval:\n  default: draft\n");
  put("command.yaml", "tools:\n  mcp:\n    shop: { command: node x.mjs }\n");
  put(
    "agent.yaml",
    [
      "id: low",
      "description: d",
      "goal_template: { description: d }",
      "toolset: []",
      "triggers: { state: [{ selector: stock.bolts, op: lt, value: 10 }] }",
    ].join("\n"),
  );
  put("bad.jsonl", "no json\n".repeat(800));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `@name` is a file of the folder. */
async function mistake(line: string): Promise<{ code: number; err: string }> {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  let err = "";
  const code = await main(
    words.map((word) => word.replace(/^@/, `${folder}/`)),
    {
      out: () => undefined,
      err: (text) => void (err += text),
      showLine: () => undefined,
      read: (path) => readFile(path),
      write: async () => undefined,
      env: { PLANWRIGHT_DATA: join(folder, "data"), PORT: "0" },
      signal: new AbortController().signal,
    },
  );
  return { code, err: err.replaceAll(`${folder}/`, "@") };
}

// Forty mistakes of somebody who has never seen the program. Each message names the place and the next step.
describe("a mistake", () => {
  it.each<[string, number, RegExp]>([
    ["plam x", exit.usage, /unknown command "plam"\. Did you mean planwright plan\?/],
    ["runs lst", exit.usage, /Did you mean planwright runs list\?/],
    ["run --plam @plan.json", exit.usage, /unknown option --plam\. Did you mean --plan\?/],
    ["--data x plan y", exit.usage, /unknown option --data\. Options follow the command/],
    ["plan", exit.usage, /plan needs a goal in quotes/],
    ["plan what is in quote Q-0192", exit.usage, /put the goal in quotes: planwright plan "what is in quote Q-0192"/],
    [
      "plan 'zzz qqq'",
      exit.failed,
      /no tool of the manifest matches the goal.*\n {2}not understood: zzz, qqq\n[^]*\n {2}See planwright tools list/,
    ],
    ["plan x --planner gramar", exit.usage, /there is no planner "gramar"; did you mean "grammar"\?/],
    ["plan x --planner model", exit.usage, /there is no planner "model".*name one under models: in planwright\.yaml/],
    ["plan x --contract servise", exit.usage, /--contract must be one of service.*Did you mean service\?/],
    ["plan x --tools @none.json", exit.usage, /cannot read @none\.json: there is no such file/],
    ["plan x --tools @notes.txt", exit.contract, /@notes\.txt: not JSON at line 1, column 1/],
    ["plan x --tools @plan.json", exit.contract, /@plan\.json: a manifest must be a list of tools/],
    ["plan x --pack @notes.txt", exit.contract, /@notes\.txt:1:1: must be object/],
    ["plan x --now yesterday", exit.usage, /--now must be an ISO 8601 date or date-time, not "yesterday"/],
    ["plan x --zone Moscow", exit.usage, /--zone must be an IANA time zone such as Europe\/Moscow/],
    ["plan x --config @none.yaml", exit.contract, /there is no file @none\.yaml.*\n {2}Correct --config/],
    ["plan x --config @yaml.yaml", exit.contract, /@yaml\.yaml:2:3: "mpc".*\n {2}Did you mean "mcp"\?/],
    ["plan x --config @colon.yaml", exit.contract, /^@colon\.yaml:2:3: .*\n {2}Is a colon missing after this key\?\n$/],
    [
      "plan x --config @command.yaml",
      exit.contract,
      /@command\.yaml:3:13: "command".*\n {2}Write a list, such as \["node","x\.mjs"\]\./,
    ],
    [
      "agents check @agent.yaml",
      exit.contract,
      /@agent\.yaml:5:46: "op" must be one of ">", .*"!="\. Use one of the allowed values\.\n$/,
    ],
    ["plan x --memo @folder", exit.usage, /--memo @folder is not a file that can be read and written/],
    ["plan x --url localhost:4400", exit.usage, /--url must be a URL.*Did you mean http:\/\/localhost:4400\?/],
    [
      "plan x --url http://127.0.0.1:9",
      exit.dependency,
      /no server answers at http:\S+\. Start one with planwright dev/,
    ],
    ["conformance --url http://127.0.0.1:9", exit.dependency, /no server answers at \S+ Start one/],
    ["validate @plan.jsn", exit.usage, /there is no such file\. Did you mean @plan\.json\?/],
    ["validate @nowhere/plan.json", exit.usage, /there is no folder @nowhere/],
    ["validate @folder", exit.usage, /cannot read @folder: it is a folder\. Name a file/],
    ["hash @letters.json", exit.contract, /not UTF-8.*\n {2}Save it as UTF-8/],
    [
      "hash @cut.json",
      exit.contract,
      /@cut\.json#\/a\/1: not JSON at line 1, column 12.*\n {2}The text ends too early/,
    ],
    ["hash @typo.json", exit.contract, /not JSON at line 3, column 13: expected a value, found "}"/],
    [
      "validate @service.json",
      exit.contract,
      /It is valid for the service contract: planwright validate \S+ --contract service/,
    ],
    ["run", exit.usage, /run needs --plan <file\|->, for example planwright plan/],
    ["run @plan.json", exit.usage, /run takes the plan as an option: planwright run --plan @plan\.json/],
    [
      "run --plan @plan.json --replay @none.jsonl",
      exit.contract,
      /there is no cassette @none\.jsonl; create one with --record/,
    ],
    ["runs show 123", exit.failed, /NOT_FOUND: There is no run 123\..*See planwright runs list/],
    ["replay 123 --mode dry", exit.usage, /--mode must be one of dry_run.*Did you mean dry_run\?/],
    ["drafts show 123", exit.failed, /There is no such Draft\..*See planwright drafts list/],
    ["plans show nothing", exit.failed, /NOT_FOUND: .*See planwright plans list\./],
    ["drafts apply 123", exit.usage, /--revision <n> is required.*planwright drafts show/],
    ["agents show agent.low_stok", exit.failed, /there is no agent agent\.low_stok\. Did you mean agent\.low_stock\?/],
    ["why low_stock", exit.failed, /Did you mean agent\.low_stock\?/],
    ["events publish a '{bad'", exit.contract, /payload: not JSON at line 1, column 2/],
    ["tools show quote_lokup", exit.usage, /there is no tool "quote_lokup"\. Did you mean quote_lookup\?/],
    ["tools call quote_lookup '{quote_id: Q}'", exit.usage, /not JSON at line 1, column 2.*in single quotes/],
    ["tools call quote_lookup '{}'", exit.contract, /\/quote_id is required/],
    ['tools call list_quotes \'{"status":"snt"}\'', exit.contract, /\/status must be one of "draft"/],
    ["eval @bad.jsonl", exit.contract, /^(?:.*\n){1,21}and \d+ more; --json prints all 800\n$/],
    ['tools call quote_lookup \'{"quote":"Q"}\'', exit.contract, /did you mean "quote_id"\?/],
    ["tools pin crm", exit.usage, /there is no server "crm"; no configured server answers/],
    ["kb add @none", exit.usage, /there is no file or folder @none/],
    ["kb search zzzqqq", exit.failed, /nothing found\. See planwright kb list/],
    ["keys create --name x --scope pln", exit.usage, /there is no scope "pln"\. Did you mean plan\?/],
    ["keys revoke 123", exit.failed, /there is no key 123\. See planwright keys list/],
    ["start --roles wroker", exit.usage, /Did you mean worker\?/],
    ["start --host 0.0.0.0", exit.usage, /refusing to listen.*\n.*planwright keys create/],
    ["dev --port 99999", exit.usage, /a port must be a number from 0 to 65535, not "99999"/],
    ["eval @notes.txt", exit.contract, /@notes\.txt: line 1: not JSON/],
    ["planners stabilty", exit.usage, /planners takes stability/],
    ["completion bsh", exit.usage, /completion takes one of bash, zsh, fish.*Did you mean bash\?/],
    ["init @folder --template cmr", exit.usage, /Did you mean crm\?/],
  ])("%s", async (line, code, message) => {
    const said = await mistake(line);
    expect(said).toEqual({ code, err: expect.stringMatching(message) });
    expect(said.err).not.toMatch(/ENOENT|EISDIR|undefined|\n\s+at /);
  });
});
