import { readFileSync } from "node:fs";

// Loaded with `--import` into a process whose clock shall go wrong: the file named by FAULT_CLOCK says by how many
// milliseconds, and may change while the process runs. Timers go by another clock, as on a real machine.
const file = process.env["FAULT_CLOCK"] ?? "";
const now = Date.now;
let skewMs = 0;

function look(): void {
  try {
    skewMs = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    skewMs = 0;
  }
}

look();
setInterval(look, 100).unref();
Date.now = () => now() + skewMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget) as Date, // of the same target
  apply: (target) => new target(target.now()).toString(),
});
