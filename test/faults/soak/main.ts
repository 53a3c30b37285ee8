import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, openSync, closeSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { assertNothingLost, createTally, load, startRun, type Tally } from "./load.ts";
import { createService, type Service } from "./service.ts";

// npm run test:soak -- --minutes 30
// One service under calm load, floods, a full disk, clock jumps, kill -9 and a damaged file, in turn. After each, `/readyz`
// must say what was done to the service, every accepted run must complete, and each must have acted once.
const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });

type FaultRound = (service: Service, tally: Tally) => Promise<void>;

const calm = { lastsMs: 8_000, parallel: 3 };
// A start takes seconds; the rest is for a machine that is busy with other work.
const recoverMs = 120_000;

async function expectReady(
  service: Service,
  tally: Tally,
  wanted: { isReady: boolean; when: string; reason?: RegExp },
): Promise<void> {
  const { ok, status, text } = await service.becomes(wanted.isReady, recoverMs);
  if (!ok) tally.violations.push(`${wanted.when}: /readyz is ${status} ${text}`);
  else if (wanted.reason !== undefined && !wanted.reason.test(text))
    tally.violations.push(`${wanted.when}: /readyz does not say why: ${text}`);
}

const flood: FaultRound = async (service, tally) => {
  await load(service, tally, { lastsMs: 10_000, parallel: 40 });
  await expectReady(service, tally, { isReady: true, when: "after a flood" });
};

const fullDisk: FaultRound = async (service, tally) => {
  const filler = join(service.data, "filler");
  fill(filler);
  let refusal = "";
  for (let attempt = 0; attempt < 200 && refusal === ""; attempt += 1) {
    const { status, text } = await startRun(service, tally);
    if (status === 503) refusal = text;
  }
  if (!/full|space/i.test(refusal)) tally.violations.push(`full disk: no refusal that says why: ${refusal}`);
  await expectReady(service, tally, { isReady: false, when: "while the disk is full", reason: /full|space/i });
  rmSync(filler);
  await startRun(service, tally);
  await expectReady(service, tally, { isReady: true, when: "after the disk has space again" });
};

function fill(file: string): void {
  const handle = openSync(file, "w");
  for (const size of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(size, 1);
    try {
      while (writeSync(handle, block) === size);
    } catch {
      // full
    }
  }
  closeSync(handle);
}

const clockJumps: FaultRound = async (service, tally) => {
  for (const ms of [7_200_000, -3_600_000, 0]) {
    service.jump(ms);
    await load(service, tally, { lastsMs: 4_000, parallel: 2 });
    await expectReady(service, tally, { isReady: true, when: `after the clock moved to ${ms} ms` });
  }
};

const killed: FaultRound = async (service, tally) => {
  await Promise.all([
    load(service, tally, { lastsMs: 3_000, parallel: 2 }),
    delay(2_000).then(() => service.stop("SIGKILL")),
  ]);
  service.start();
  await expectReady(service, tally, { isReady: true, when: "after kill -9" });
};

/** A damaged file is never served as if it were whole; the undamaged file is. */
const damaged: FaultRound = async (service, tally) => {
  await service.stop("SIGTERM");
  const file = join(service.data, "planwright.db");
  copyFileSync(file, `${file}.whole`);
  const handle = openSync(file, "r+");
  const { size } = statSync(file);
  for (let at = 4096; at + 4096 <= size; at += 8192) writeSync(handle, Buffer.alloc(2048, 0xa5), 0, 2048, at);
  closeSync(handle);
  service.start();
  const { ok, text } = await service.becomes(true, 15_000);
  if (ok) tally.violations.push(`damaged file: /readyz is ready: ${text}`);
  await service.stop("SIGKILL");
  copyFileSync(`${file}.whole`, file);
  for (const suffix of ["-wal", "-shm", ".whole"]) rmSync(`${file}${suffix}`, { force: true });
  service.start();
  await expectReady(service, tally, { isReady: true, when: "after the file was restored" });
};

const troubles: Readonly<Record<string, FaultRound>> = { flood, fullDisk, clockJumps, killed, damaged };

/** A small file system of its own, so that filling it harms nobody. Needs the right to mount; otherwise nothing is filled. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function soak(folder: string, hasDisk: boolean): Promise<Tally & { rounds: Record<string, number> }> {
  const service = await createService(folder);
  const tally = createTally();
  const rounds: Record<string, number> = {};
  service.start();
  try {
    await expectReady(service, tally, { isReady: true, when: "at the start" });
    const until = Date.now() + Number(values.minutes) * 60_000;
    const chosen = Object.entries(troubles).filter(([name]) => hasDisk || name !== "fullDisk");
    for (let at = 0; Date.now() < until; at += 1) {
      const [name = "", trouble] = chosen[at % chosen.length] ?? [];
      const before = tally.violations.length;
      await load(service, tally, calm);
      await trouble?.(service, tally);
      await assertNothingLost(service, tally, name);
      rounds[name] = (rounds[name] ?? 0) + 1;
      process.stderr.write(
        `${new Date().toISOString().slice(11, 19)} ${name}: ${tally.runs.size} runs, ${tally.violations.length} violations\n`,
      );
      for (const violation of tally.violations.slice(before)) process.stderr.write(`  ${violation}\n`);
    }
  } finally {
    await service.stop("SIGTERM");
  }
  return { ...tally, rounds };
}

const folder = mkdtempSync(join(tmpdir(), "planwright-soak-"));
mkdirSync(join(folder, "data"));
const hasDisk = mountSmallDisk(join(folder, "data"));
if (!hasDisk) process.stderr.write("the disk is not filled: this user may not mount a file system\n");
const { runs, violations, ...figures } = await soak(folder, hasDisk);
process.stdout.write(
  `${JSON.stringify({ minutes: Number(values.minutes), runs: runs.size, ...figures, violations }, null, 2)}\n`,
);
if (hasDisk) execFileSync("umount", [join(folder, "data")]);
if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
else process.stderr.write(`the log is ${join(folder, "service.log")}\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
