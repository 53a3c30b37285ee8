import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { bundle } from "../../scripts/bundle.ts";
import { readManifest } from "../../scripts/manifest.ts";
import { freePort } from "../support/free-port.ts";
import { programsAbsent } from "../support/program.ts";
import { instructions, root } from "./files.ts";

const timeoutMs = 180_000;
const { files, dependencies } = readManifest();

/** Programs that every base image has. */
const absent = programsAbsent("mkdir", "tar", "gzip", "cp");

/** Root folder of the simulated image. */
let image: string;
let running: ChildProcess | undefined;

// No container engine is needed: the shell steps run in a folder that simulates the image. Steps that need the network are
// stubbed: dependencies are linked, and the build writes next to the repository.
const standIns: Readonly<Record<string, () => void | Promise<void>>> = {
  "npm ci": () => undefined,
  "npm run build": async () => {
    await bundle(join(image, "src/dist"), readManifest());
    for (const name of ["package.json", "package-lock.json", ...files].filter((file) => /^(?!dist$|!)/.test(file)))
      cpSync(join(root, name), join(image, "src", name), { recursive: true });
  },
  "npm ci --prefix /app --omit=dev --ignore-scripts --prefer-offline": () => {
    install(Object.keys(dependencies));
  },
  "npm install --prefix /app --save-prod --omit=dev --ignore-scripts --prefer-offline $(node scripts/optional-packages.ts)":
    () => {
      const printed = execFileSync(process.execPath, [join(root, "scripts/optional-packages.ts")], {
        encoding: "utf8",
      });
      install(
        printed
          .trim()
          .split(" ")
          .map((wanted) => wanted.slice(0, wanted.lastIndexOf("@"))),
      );
    },
};

function install(names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(image, "app/node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(image, "app/node_modules", name));
  }
}

const inImage = (text: string): string =>
  text.replaceAll(/(?<=^|[\s"])\/(?=(?:src|app|tmp|data|work)\b)/g, `${image}/`);

beforeAll(async () => {
  image = mkdtempSync(join(tmpdir(), "planwright-image-"));
  for (const folder of ["src", "tmp"]) mkdirSync(join(image, folder));
  const stages = instructions.filter(({ word }) => word === "FROM").length;
  expect(stages).toBe(2);
  for (const { word, rest } of instructions) {
    if (word !== "RUN") continue;
    const standIn = standIns[rest];
    if (standIn !== undefined) await standIn();
    else
      execFileSync("sh", ["-c", inImage(rest.replace(/ && chown .*/, ""))], { cwd: join(image, "src"), stdio: "pipe" });
  }
}, timeoutMs);

afterAll(() => {
  running?.kill("SIGKILL");
  rmSync(image, { recursive: true, force: true });
});

describe.skipIf(absent !== undefined)(`the container file ${absent ?? ""}`, () => {
  const words = (name: string): string[] =>
    z.array(z.string()).parse(JSON.parse(inImage(instructions.find(({ word }) => word === name)?.rest ?? "[]")));
  const given = (): Record<string, string> =>
    Object.fromEntries(
      (inImage(instructions.find(({ word }) => word === "ENV")?.rest ?? "").match(/\S+=\S+/g) ?? []).map((pair) => {
        const [name = "", value = ""] = pair.split("=");
        return [name, value.startsWith("/") ? join(image, value) : value];
      }),
    );

  it("builds an image whose service becomes ready and healthy", { timeout: timeoutMs }, async () => {
    const port = String(await freePort());
    const env = { PATH: process.env["PATH"] ?? "", ...given(), HOST: "127.0.0.1", PORT: port, NODE_OPTIONS: "" };
    const [node = "", ...entry] = words("ENTRYPOINT");
    expect(node).toBe("node");
    running = spawn(process.execPath, [...entry, ...words("CMD")], { cwd: join(image, "work"), env, stdio: "ignore" });
    let status = 0;
    for (let tries = 0; tries < 600 && status !== 200; tries += 1) {
      await pause(100);
      status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      );
    }
    expect(status).toBe(200);
    const check = instructions.find(({ word }) => word === "HEALTHCHECK")?.rest ?? "";
    const [, ...health] = z.array(z.string()).parse(JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? "[]"));
    execFileSync(process.execPath, health, { env });
    expect(() => execFileSync(process.execPath, health, { env: { ...env, PORT: "1" }, stdio: "pipe" })).toThrow();
    expect(
      execFileSync(process.execPath, [...entry, "doctor", "--port", String(await freePort())], {
        cwd: join(image, "work"),
        env,
      }).toString(),
    ).toContain("SQLite");
  });

  it("runs as non-root, keeps data in a volume, and installs from the lock file", () => {
    const last = instructions.slice(instructions.findLastIndex(({ word }) => word === "FROM"));
    expect(last.filter(({ word }) => word === "USER")).toEqual([{ word: "USER", rest: "node" }]);
    expect(last.map(({ word }) => word)).toContain("VOLUME");
    expect(readFileSync(join(image, "app/package-lock.json"), "utf8")).toBe(
      readFileSync(join(root, "package-lock.json"), "utf8"),
    );
  });
});
