import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { suggestions } from "../../src/cli/output/welcome.ts";
import { buildConsole } from "../support/build-console.ts";
import { bin, runShell, type Service, startService } from "../support/cli-process.ts";

const timeoutMs = 300_000;
let place: string;
let service: Service;
beforeAll(async () => {
  buildConsole();
  place = mkdtempSync(join(tmpdir(), "planwright-dev-"));
  service = await startService({ cwd: place });
}, timeoutMs);
afterAll(async () => {
  await service.stop();
  rmSync(place, { recursive: true, force: true });
}, timeoutMs);

const post = async (path: string, body: unknown): Promise<unknown> =>
  (
    await fetch(service.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();

// The first impression: every printed address and example must work.
describe("planwright dev", { timeout: timeoutMs }, () => {
  it("prints its addresses, and each of them answers", async () => {
    const { out } = service.said();
    expect(out).toContain(`  data     ${join(place, ".planwright")}\n`);
    const addresses = [...out.matchAll(/^ {2}(?:console|docs|API) +(\S+)$/gm)].map(([, url = ""]) => url);
    expect(addresses).toHaveLength(3);
    for (const url of addresses) expect((await fetch(url)).status).toBe(200);
    expect(out).toContain(`  MCP      ${service.url}/mcp\n`);
    expect((await fetch(`${service.url}/mcp`)).status).not.toBe(404);
  });

  it.each(wordsOf("ask"))("plans its suggested goal: %s", async (message) => {
    expect(service.said().out).toContain(message);
    const answer = await post("/plan", { session_id: 1, context: { company_id: 92 }, message });
    expect(answer).toMatchObject({ steps: expect.arrayContaining([expect.objectContaining({ type: "tool" })]) });
  });

  it.each(wordsOf("chat"))("creates a Draft for its suggested message: %s", async (text) => {
    const Said = z.object({
      cards: z.array(z.object({ text: z.string(), buttons: z.array(z.array(z.object({ data: z.string() }))) })),
    });
    const { cards } = Said.parse(
      await post("/chat", { conversation: `c${text.length}`, input: { kind: "message", text } }),
    );
    expect(cards[0]?.text).toMatch(/^📝 (?:Draft|Черновик)/);
    expect(cards[0]?.buttons[0]).toHaveLength(3);
  });

  it.each(suggestions.map(({ title, curl }) => [title, curl] as const))(
    "can be asked from a shell: %s",
    async (_, curl) => {
      const line = curl(service.url);
      expect(service.said().out).toContain(line);
      const { code, out } = await runShell(line, { cwd: place });
      expect([code, JSON.parse(out)]).toEqual([0, expect.not.objectContaining({ status: expect.any(Number) })]);
    },
  );

  it("runs its suggested agent, with a reason in the decision", async () => {
    const Decisions = z.object({ decisions: z.array(z.object({ says: z.string() })) });
    const says = async (): Promise<string[]> => {
      const answer = await fetch(`${service.url}/agents/agent.low_stock/decisions`);
      return Decisions.parse(await answer.json()).decisions.map((one) => one.says);
    };
    await expect
      .poll(says, { timeout: 30_000 })
      .toEqual([expect.stringMatching(/stock\.bolts becoming < 10 happened; it ran/)]);
  });
});

// Editing a pack is the most frequent work in a workspace: it must not need a restart, and a mistake must not stop the server.
describe("planwright dev while its files change", () => {
  it(
    "uses a changed pack, and keeps the last valid version of an invalid one",
    async () => {
      const cwd = join(place, "edited");
      expect(await runShell(`planwright init ${cwd}`, { cwd: place })).toMatchObject({ code: 0 });
      const [pack, config] = [join(cwd, "packs/shop.yaml"), join(cwd, "planwright.yaml")];
      const dev = await startService({ cwd });
      const read = async (message: string): Promise<string> =>
        (
          await fetch(`${dev.url}/plan`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ session_id: 1, context: { company_id: 1 }, message }),
          })
        ).text();
      const printed = (words: string): Promise<void> =>
        expect.poll(() => dev.said().err, { timeout: 60_000 }).toContain(words);
      try {
        expect(await read("arrange a repair of the chain for Bob on Friday")).not.toContain("book_repair");
        const text = readFileSync(pack, "utf8");
        const taught = text.replace("(book|schedule)", "(book|schedule|arrange)");
        writeFileSync(pack, taught);
        await printed(`${join("packs", "shop.yaml")} changed; reloaded at ${dev.url}\n`);
        expect(await read("arrange a repair of the chain for Bob on Friday")).toContain("book_repair");

        writeFileSync(pack, taught.replace("{day}", "{dya}"));
        await printed(`${join("packs", "shop.yaml")} changed and is not valid; the last valid version stays in use:\n`);
        expect(await read("arrange a repair of the chain for Bob on Friday")).toContain("book_repair");

        writeFileSync(pack, text);
        writeFileSync(config, readFileSync(config, "utf8").replace("packs/shop.yaml", "packs/missing.yaml"));
        await printed("there is no pack packs/missing.yaml");
        expect((await fetch(`${dev.url}/readyz`)).status).toBe(200);
      } finally {
        expect(await dev.stop()).toBe(0);
      }
    },
    timeoutMs,
  );
});

describe("planwright dev with conflicts", () => {
  it(
    "says that another serves the folder, where it is, and what to do",
    async () => {
      const { code, err } = await runShell("planwright dev", { cwd: place });
      expect([code, err]).toEqual([
        1,
        expect.stringContaining(`${service.url} already serves ${join(place, ".planwright")} (process `),
      ]);
      expect(err).toMatch(/kill \d+\n.*--port <number>.*--data <folder>/);
    },
    timeoutMs,
  );

  it(
    "runs as a standby on another port when one is named",
    async () => {
      const second = await startService({ cwd: place });
      expect(second.said().err).toContain(`${service.url} (process `);
      expect(second.url).not.toBe(service.url);
      expect(await second.stop()).toBe(0);
    },
    timeoutMs,
  );

  it(
    "takes the next port where the usual one is busy, and refuses where it was asked for this one",
    async () => {
      const busy = createServer().listen(0, "127.0.0.1");
      await once(busy, "listening");
      const address = busy.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const cwd = join(place, "ports");
      mkdirSync(cwd);
      let next: Service | undefined;
      try {
        next = await startService({ cwd, env: { PORT: String(port) } });
        expect(next.said().err).toContain(`port ${port} is in use; using `);
        expect(await next.stop()).toBe(0);
        const { code, err } = await runShell(`planwright dev --port ${port}`, { cwd });
        expect([code, err]).toEqual([
          1,
          expect.stringContaining(`port ${port} of 127.0.0.1 is in use. Choose a free one with --port.`),
        ]);
      } finally {
        await next?.stop();
        busy.close();
      }
    },
    timeoutMs,
  );

  // Root can write everywhere, so the child runs as nobody.
  const isRoot = process.getuid?.() === 0;
  const isShut = isRoot && ![process.execPath, bin].every(isOpenToAll);
  it.skipIf(isShut)(
    `says that the folder may not be written, and goes on elsewhere${isShut ? " (others may not enter this folder)" : ""}`,
    async () => {
      const cwd = join(place, "locked");
      mkdirSync(cwd);
      chmodSync(place, 0o755);
      chmodSync(cwd, 0o555);
      const child = spawn(process.execPath, [bin, "dev"], {
        cwd,
        env: { PATH: "" },
        ...(isRoot && { uid: 65_534, gid: 65_534 }),
      });
      let err = "";
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
      const [code] = await once(child, "close");
      expect([code, err]).toEqual([
        7,
        expect.stringMatching(/\.planwright is not writable .*choose another folder with --data\.\n$/),
      ]);
    },
    timeoutMs,
  );
});

function isOpenToAll(path: string): boolean {
  const folder = dirname(path);
  return folder === path || ((statSync(folder).mode & 0o001) !== 0 && isOpenToAll(folder));
}

function wordsOf(page: string): readonly string[] {
  return suggestions.find((thing) => thing.page === page)?.words ?? [];
}
