import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/support/run-cli.ts";
import { openServerWorld, type ServerWorld } from "../../../test/support/server-world.ts";
import { type RunningServer, listen } from "../../server/listen.ts";
import { exit } from "../command.ts";

const tool = (id: string, name: string, payload: object = {}) => ({
  id,
  type: "tool",
  description: `do ${id}`,
  payload: { tool_name: name, ...payload },
});
const service = (...steps: object[]) =>
  JSON.stringify({ session_id: 1, steps, metadata: { model: "test", version: "0.1" } });
const files = {
  "echo.json": service(tool("step-1", "echo_tool", { arguments: { text: "hi" } })),
  "asks.json": service(tool("step-1", "quote_lookup", { arguments: { quote_id: "Q-9" }, escalate_on_failure: true })),
  "empty.json": service(),
  "broken.json": "{",
};

describe("--url: the same commands on a running server", () => {
  let world: ServerWorld;
  let server: RunningServer;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    world = await openServerWorld();
    server = await listen((request) => world.app.fetch(request), { host: "127.0.0.1", port: 0, drainMs: 100 });
    env = { PLANWRIGHT_KEY: await world.key("acme", ["admin"]) };
    folder = mkdtempSync(join(tmpdir(), "planwright-there-"));
    writeFileSync(join(folder, "notes.md"), "# Returns\n\nGoods are returned within 30 days.");
  });
  afterAll(async () => {
    await server.stop();
    await world.stop();
    rmSync(folder, { recursive: true });
  });

  const cli = (...words: string[]) => runCli([...words, "--url", server.url], { files, env });
  const json = async (...words: string[]) => JSON.parse((await cli(...words, "--json")).out);

  it("explains a missing key or scope", async () => {
    const asked = ["runs", "list", "--url", server.url];
    expect((await runCli(asked)).err).toMatch(/UNAUTHENTICATED: .* Pass an API key with --key or PLANWRIGHT_KEY/);
    const PLANWRIGHT_KEY = await world.key("acme", ["kb"]);
    expect((await runCli(asked, { env: { PLANWRIGHT_KEY } })).err).toMatch(/scope "runs".* keys create --scope/);
  });

  it("prints each error of a refused lesson as sentences, at its place in the lesson", async () => {
    const teach = (request: string) =>
      runCli(["teach", request, "--plan", "fly.json", "--url", server.url], {
        files: { "fly.json": JSON.stringify({ steps: [{ kind: "tool", id: "s1", tool: "fly", args: {} }] }) },
        env,
      });
    const refused = await teach("fly north");
    expect(refused.code).toBe(exit.contract);
    expect(refused.err).toContain('  /plan/steps/0/tool: there is no tool "fly". Use a tool of the toolbox.\n');
    expect((await teach("n".repeat(1001))).err).toMatch(/^lesson#\/request: /);
  });

  it("recognises a server that is not Planwright", async () => {
    const page = (): Response => new Response("<html>Not here</html>", { status: 404 });
    const other = await listen(page, { host: "127.0.0.1", port: 0, drainMs: 100 });
    const { err } = await runCli(["runs", "list", "--url", other.url]);
    await other.stop();
    expect(err).toContain("the server there answers 404 and is not Planwright. Correct --url.");
  });

  it("run executes a plan on the server and waits for it", async () => {
    const said = await cli("run", "--plan", "echo.json");
    expect([said.code, said.out]).toEqual([exit.ok, expect.stringMatching(/completed COMPLETED/)]);
    const again = await json("run", "--plan", "echo.json", "--key", "once");
    expect((await json("run", "--plan", "echo.json", "--key", "once")).run.run_id).toBe(again.run.run_id);
  });

  it("runs list, show, export and replay work on it", async () => {
    const { run } = await json("run", "--plan", "echo.json");
    const listed: { run_id: string }[] = (await json("runs", "list")).runs;
    expect(listed.map(({ run_id }) => run_id)).toContain(run.run_id);
    expect((await cli("runs", "show", run.run_id)).out).toContain("echo_tool");
    const exported = JSON.parse((await cli("runs", "export", run.run_id)).out);
    expect(exported).toMatchObject({ run: { run_id: run.run_id }, journal: [{ key: "step:step-1:attempt:1" }] });
    expect(await cli("replay", run.run_id)).toMatchObject({
      code: exit.ok,
      out: expect.stringContaining("as recorded"),
    });
    const rerun = await json("runs", "rerun", run.run_id, "--from", "step-1", "--args", '{"text":"again"}');
    expect(rerun.results[0].output).toEqual({ echo: "again" });
  });

  it("runs waits and decide settle open decisions", async () => {
    const asked = await cli("run", "--plan", "asks.json");
    expect([asked.code, asked.out]).toEqual([exit.approval, expect.stringContaining("planwright runs decide")]);
    const { escalations } = await json("runs", "waits");
    const decided = await cli("runs", "decide", escalations[0].escalation_id, "abort");
    expect([decided.code, (await json("runs", "waits")).escalations]).toEqual([exit.failed, []]);
    expect((await cli("runs", "cancel", escalations[0].run_id)).code).toBe(exit.failed);
  });

  it("plan, validate and planners use the server", async () => {
    const plan = await json("plan", "Generate a purchase order from quote Q-0192", "--contract", "service");
    expect(plan.steps.at(-1).type).toBe("message");
    const words = await cli("plan", "Generate a purchase order from quote Q-0192");
    expect(words).toMatchObject({
      code: exit.ok,
      out: expect.stringMatching(/^\d steps?, grammar, confidence 0\.\d+\n/),
    });
    const refused = await cli("plan", "sing a song");
    expect(refused).toMatchObject({
      code: exit.failed,
      err: expect.stringMatching(/^no plan: .*\n {2}not understood: sing/),
    });
    expect(await cli("validate", "echo.json", "--contract", "service")).toMatchObject({ code: exit.ok });
    expect(await cli("validate", "empty.json", "--contract", "structured")).toMatchObject({ code: exit.contract });
    expect((await cli("planners")).out).toMatch(/^grammar /m);
  });

  it("tools list, show and call use the server", async () => {
    expect((await json("tools", "list")).tools.map(({ name }: { name: string }) => name)).toContain("quote_lookup");
    expect((await json("tools", "show", "echo_tool")).effect).toBe("read");
    expect((await cli("tools", "show", "no_such")).code).toBe(exit.failed);
    expect(await json("tools", "call", "echo_tool", '{"text":"x"}')).toMatchObject({ ok: true, output: { echo: "x" } });
    expect((await cli("tools", "call", "echo_tool", "{}")).code).toBe(exit.contract);
  });

  it("kb add, search, list and remove use the server", async () => {
    const path = join(folder, "notes.md");
    expect((await json("kb", "add", path)).documents).toMatchObject([{ source: path, result: "added" }]);
    expect((await cli("kb", "search", "returned", "goods")).out).toContain("30 days");
    expect((await json("kb", "list")).documents).toHaveLength(1);
    expect((await cli("kb", "remove", path)).code).toBe(exit.ok);
    expect((await cli("kb", "remove", path)).code).toBe(exit.failed);
    expect((await cli("kb", "search", "returned")).code).toBe(exit.failed);
  });

  it("prints refusals of the server, and reports an unreachable server", async () => {
    expect(await cli("run", "--plan", "empty.json")).toMatchObject({ code: exit.contract });
    expect(await cli("run", "--plan", "broken.json")).toMatchObject({ code: exit.contract });
    expect(await cli("runs", "show", "nothing")).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining("NOT_FOUND"),
    });
    const nowhere = await runCli(["runs", "list", "--url", "http://127.0.0.1:1"], { files });
    expect(nowhere.code).toBe(exit.dependency);
    expect((await runCli(["runs", "list", "--url", server.url], { files })).err).toContain("UNAUTHENTICATED");
  });
});
