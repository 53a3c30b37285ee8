import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exit } from "../src/cli/command.ts";
import { runCli } from "./support/run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-plan-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const weather = `tools:
  http:
    get_weather:
      description: Get the weather forecast of a city
      method: GET
      url: https://weather.example/{city}
      input: { type: object, properties: { city: { type: string, description: Name of the city } }, required: [city] }
      effect: read
`;

// A configured workspace is planned with its own tools, not with the demo tools.
describe("planwright plan in a configured folder", () => {
  const plan = (yaml: string, goal: string, ...more: string[]) => {
    const config = join(folder, "planwright.yaml");
    writeFileSync(config, yaml);
    return runCli(["plan", goal, "--config", config, "--data", join(folder, "data"), ...more]);
  };

  it("uses the tools of the configuration", async () => {
    const { code, out, err } = await plan(weather, "what is the weather forecast in Paris?");
    expect({ code, err }).toEqual({ code: exit.ok, err: "" });
    expect(out).toMatch(/get_weather[^]*city = "Paris"/);
  });

  it("does not use the demo", async () => {
    const { code } = await plan(weather, "Generate a purchase order from quote Q-0192");
    expect(code).toBe(exit.failed);
  });

  it("uses the packs of the configuration", async () => {
    const demo = "tools: { demo: true }\npacks: [small-business]\n";
    const { out } = await plan(demo, "Сколько подшипников на складе?");
    expect(out).toContain("inventory_lookup");
  });

  it.each([
    ["packs: [nowhere]\n", "there is no pack nowhere"],
    ["tolos: {}\n", 'Did you mean "tools"?'],
  ])("says what is wrong with %j", async (yaml, message) => {
    const { code, err } = await plan(yaml, "what is in quote Q-0192?");
    expect(code).toBe(exit.contract);
    expect(err).toContain(message);
  });

  it("uses the whitelist of the structured contract, whatever is configured", async () => {
    const { code, out } = await plan(weather, "a 2-step plan to tell the time", "--contract", "structured");
    expect(code).toBe(exit.ok);
    expect(JSON.parse(out)).toMatchObject({ steps: [{ step_id: "step_1" }, { step_id: "step_2" }] });
  });
});
