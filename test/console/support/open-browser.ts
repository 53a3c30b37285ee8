import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sparticuz, { inflate } from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** The Chromium from npm is built for this platform; elsewhere set `CHROMIUM_PATH`. */
export const hasBrowser =
  process.env["CHROMIUM_PATH"] !== undefined || (process.platform === "linux" && process.arch === "x64");

// With the sandbox's web security on, and software rendering.
const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"];

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? (await sparticuz.executablePath());
  try {
    return await chromium.launch({ executablePath, args });
  } catch {
    return chromium.launch({ executablePath, args, env: { ...process.env, LD_LIBRARY_PATH: await libraries() } });
  }
}

/** For a machine without the libraries of a browser: the package contains them. */
export async function libraries(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  await inflate(join(dirname(main), "../bin/al2023.tar.br"));
  return join(tmpdir(), "al2023/lib");
}
