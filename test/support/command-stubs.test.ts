import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runShell } from "./cli-process.ts";
import { programsAbsent } from "./program.ts";

const echo = createServer(async (request, answer) => {
  const { method, url, headers } = request;
  answer.end(`${method} ${url} ${headers["content-type"]} ${await text(request)}\n`);
});
let place: string;
let url: string;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "planwright-stand-in-"));
  writeFileSync(join(place, "a b.json"), "[1]\n");
  await once(echo.listen(0, "127.0.0.1"), "listening");
  const address = echo.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(() => {
  echo.close();
  rmSync(place, { recursive: true });
});

// Most machines have these programs, so this test compares the stubs with them.
describe.each([
  { whose: "of the machine", absent: programsAbsent("cat", "curl") ?? "", path: process.env["PATH"] ?? "" },
  { whose: "of ours", absent: "", path: "" },
])("cat and curl $whose $absent", ({ absent, path }) => {
  const json = "-H 'content-type: application/json' -d";

  it.skipIf(absent !== "").each([
    ["cat 'a b.json'", "[1]\n"],
    ["curl -s $URL/a", "GET /a undefined \n"],
    [`curl -s $URL/b ${json} '{"a":"é"}'`, 'POST /b application/json {"a":"é"}\n'],
    [`curl -s -X PUT $URL/c ${json} '{}'`, "PUT /c application/json {}\n"],
  ])("%s", { timeout: 60_000 }, async (line, printed) => {
    const ended = await runShell(line, { cwd: place, env: { PATH: path, URL: url } });
    expect(ended).toEqual({ code: 0, out: printed, err: "" });
  });

  it.skipIf(absent !== "")("fail where they cannot do it", { timeout: 60_000 }, async () => {
    expect((await runShell("cat none.json", { cwd: place, env: { PATH: path } })).code).not.toBe(0);
    expect((await runShell("curl -s http://127.0.0.1:1/", { cwd: place, env: { PATH: path } })).code).not.toBe(0);
  });
});
