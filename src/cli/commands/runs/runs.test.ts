import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/run-cli.ts";
import { exit } from "../../command.ts";

const skill = (id: string, name: string, more: object = {}) => ({ step_id: id, skill: name, params: {}, ...more });
const metadata = { planner: "test", planner_version: "1.0.0", deterministic: true };
const tool = (id: string, name: string, payload: object = {}) => ({
  id,
  type: "tool",
  description: `do ${id}`,
  payload: { tool_name: name, ...payload },
});

const files: Record<string, string> = {
  "echo.json": JSON.stringify({
    steps: [
      skill("s1", "echo_tool", { params: { text: "hi" } }),
      skill("s2", "echo_tool", { params: { text: "{{s1.echo}}!" }, depends_on: ["s1"] }),
    ],
    metadata,
  }),
  "escalates.json": JSON.stringify({
    session_id: 1,
    steps: [tool("step-1", "quote_lookup", { arguments: { quote_id: "Q-9999" }, escalate_on_failure: true })],
    metadata: { model: "test", version: "0.1" },
  }),
  "invalid.json": JSON.stringify({ steps: [skill("s1", "no_such_tool")], metadata }),
};

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "planwright-cli-"));
});
afterEach(() => rmSync(data, { recursive: true }));

const cli = (...words: string[]) => runCli([...words, "--data", data], { files });
const json = async (...words: string[]) => JSON.parse((await cli(...words, "--json")).out);

describe("planwright runs list", () => {
  it("filters by state", async () => {
    await cli("run", "--plan", "echo.json");
    await cli("run", "--plan", "escalates.json");
    expect((await json("runs", "list")).runs).toHaveLength(2);
    expect((await json("runs", "list", "--status", "waiting")).runs).toMatchObject([{ status: "waiting" }]);
    expect((await cli("runs", "list", "--status", "sleeping")).code).toBe(exit.usage);
  });
});

describe("planwright run --dry-run", () => {
  it("shows what each step would do and stores no run", async () => {
    const { code, out } = await cli("run", "--plan", "echo.json", "--dry-run");
    expect(code).toBe(exit.ok);
    expect(out).toContain('s2  read     echo_tool {"text":"hi!"}');
    expect((await json("runs", "list")).runs).toEqual([]);
  });

  it("exits with 1 if a step would fail, and with 3 if the plan is invalid", async () => {
    const failing = await cli("run", "--plan", "escalates.json", "--dry-run");
    expect([failing.code, failing.out]).toEqual([exit.failed, expect.stringContaining("Q-9999")]);
    expect((await cli("run", "--plan", "invalid.json", "--dry-run")).code).toBe(exit.contract);
  });
});

describe("planwright run", () => {
  it("runs a plan and prints the outcome of each step", async () => {
    const { code, out, err } = await cli("run", "--plan", "echo.json");
    const [first, ...rest] = out.split("\n");
    expect([code, first, rest.slice(0, 2)]).toEqual([
      exit.ok,
      expect.stringContaining("completed COMPLETED"),
      ["  s1  ok       echo_tool", "  s2  ok       echo_tool"],
    ]);
    expect(err).toMatch(/^run [0-9a-f-]{36}\n$/);
  });

  it("prints the result rows of the structured contract with --json", async () => {
    const { run, results: rows } = await json("run", "--plan", "echo.json");
    expect(run).toMatchObject({ status: "completed", task_status: "COMPLETED" });
    expect(rows.map((row: { step_id: string; output?: unknown }) => row.output)).toEqual([
      { echo: "hi" },
      { echo: "hi!" },
      undefined,
    ]);
    expect(rows.at(-1)).toMatchObject({ step_id: "__meta__", task_status: "COMPLETED", steps_ok: 2 });
  });

  it("refuses an invalid plan before anything runs", async () => {
    const { code, err } = await cli("run", "--plan", "invalid.json");
    expect([code, err]).toEqual([exit.contract, expect.stringContaining("UNKNOWN_TOOL")]);
    expect((await json("runs", "list")).runs).toEqual([]);
  });

  it.each([[["run"]], [["run", "--plan", "echo.json", "--contract", "servise"]]])(
    "%j is a mistake of usage",
    async (words) => {
      expect((await cli(...words)).code).toBe(exit.usage);
    },
  );

  it("creates one run per idempotency key", async () => {
    const first = await json("run", "--plan", "echo.json", "--key", "k");
    const second = await json("run", "--plan", "echo.json", "--key", "k");
    expect(second.run.run_id).toBe(first.run.run_id);
  });
});

describe("planwright runs", () => {
  it("lists, shows and exports a run", async () => {
    const { run } = await json("run", "--plan", "echo.json");
    expect((await json("runs", "list")).runs[0].run_id).toBe(run.run_id);
    expect((await cli("runs", "show", run.run_id)).out).toContain("COMPLETED");
    const whole = JSON.parse((await cli("runs", "export", run.run_id)).out);
    expect(whole.journal.map((entry: { key: string }) => entry.key)).toEqual([
      "step:s1:attempt:1",
      "step:s2:attempt:1",
    ]);
    expect(await cli("runs", "show", "nope")).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining("NOT_FOUND: There is no run nope."),
    });
  });

  it("waits for an operator, who decides on the command line", async () => {
    const { code, out } = await cli("run", "--plan", "escalates.json");
    expect([code, out]).toEqual([exit.approval, expect.stringContaining("planwright runs decide run:")]);
    const [wait] = (await json("runs", "waits")).escalations;
    expect(wait).toMatchObject({ kind: "failure", step_id: "step-1", call: { args: { quote_id: "Q-9999" } } });
    const edited = ["runs", "decide", wait.escalation_id, "edit", "--args", '{"quote_id":"Q-0192"}'];
    expect((await cli(...edited)).code).toBe(exit.ok);
    expect((await json("runs", "waits")).escalations).toEqual([]);
    expect((await cli("runs", "decide", wait.escalation_id, "retry")).err).toContain("CONFLICT");
  });

  it("cancels a run that waits", async () => {
    const { run } = await json("run", "--plan", "escalates.json");
    expect((await cli("runs", "cancel", run.run_id, "--reason", "no longer needed")).code).toBe(exit.ok);
    expect((await json("runs", "show", run.run_id)).run).toMatchObject({ status: "cancelled" });
  });

  it("reruns from a step with other arguments, as a new run", async () => {
    const { run } = await json("run", "--plan", "echo.json");
    const again = await json("runs", "rerun", run.run_id, "--from", "s2", "--args", '{"text":"edited"}');
    expect(again.run.origin).toMatchObject({ kind: "rerun", run_id: run.run_id, step_id: "s2" });
    expect(again.results[1].output).toEqual({ echo: "edited" });
  });
});

describe("planwright replay", () => {
  it.each(["dry_run", "mock_replay", "full_replay"])("%s of a deterministic run matches", async (mode) => {
    const { run } = await json("run", "--plan", "echo.json");
    expect(await cli("replay", run.run_id, "--mode", mode)).toMatchObject({
      code: exit.ok,
      out: expect.stringContaining("all as recorded"),
    });
  });

  it("exits with 4 if an answer differs, and names the first divergence", async () => {
    const { run } = await json("run", "--plan", "escalates.json");
    const [wait] = (await json("runs", "waits")).escalations;
    await cli("runs", "decide", wait.escalation_id, "skip");
    const { code, out } = await cli("replay", run.run_id, "--mode", "full_replay");
    expect([code, out]).toEqual([exit.replayMismatch, expect.stringMatching(/first divergence at step-1: status/)]);
  });
});
