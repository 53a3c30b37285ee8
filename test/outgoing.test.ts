import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

// All outgoing HTTP passes one guard. This holds only as long as nothing else opens a connection.
const src = resolve(import.meta.dirname, "../src");
const rooms = ["plan", "contracts", "language", "planners", "ports", "runs", "runtime", "tools"];
const dialer = "tools/http/dial.ts";
// It asks this machine alone, and says so in its own test.
const local = "runtime/ask-local.ts";
const ways = [
  /from "(?:node:)?(?:http|https|http2|tls|dgram|undici|node-fetch|axios)"/,
  /import \{[^}]*\b(?:connect|createConnection|Socket)\b[^}]*\} from "node:net"/,
  /(?<![.\w])fetch\(/,
  /new (?:WebSocket|EventSource|XMLHttpRequest)\b/,
];

it("nothing but the guarded dialer opens a connection to the outside", () => {
  const files = rooms.flatMap((room) =>
    readdirSync(join(src, room), { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  );
  const offenders = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== dialer && file !== local)
    .filter((file) => ways.some((way) => way.test(readFileSync(join(src, file), "utf8"))));
  expect(offenders).toEqual([]);
  expect(ways.some((way) => way.test(readFileSync(join(src, dialer), "utf8")))).toBe(true);
});
