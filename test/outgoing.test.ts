import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

// All outgoing HTTP must pass the guard, so nothing else may open connections.
const src = resolve(import.meta.dirname, "../src");
const modules = ["plan", "contracts", "language", "planners", "ports", "runs", "runtime", "tools"];
const dialer = "tools/http/dial.ts";
// Loopback only, which its own test checks.
const local = "runtime/diagnose/loopback-get.ts";
const ways = [
  /from "(?:node:)?(?:http|https|http2|tls|dgram|undici|node-fetch|axios)"/,
  /import \{[^}]*\b(?:connect|createConnection|Socket)\b[^}]*\} from "node:net"/,
  /(?<![.\w])fetch\(/,
  /new (?:WebSocket|EventSource|XMLHttpRequest)\b/,
];

it("nothing but the guarded dialer opens a connection to the outside", () => {
  const files = modules.flatMap((name) =>
    readdirSync(join(src, name), { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`),
  );
  const offenders = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== dialer && file !== local)
    .filter((file) => ways.some((way) => way.test(readFileSync(join(src, file), "utf8"))));
  expect(offenders).toEqual([]);
  expect(ways.some((way) => way.test(readFileSync(join(src, dialer), "utf8")))).toBe(true);
});
