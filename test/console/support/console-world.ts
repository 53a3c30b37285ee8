import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Client, createClient } from "../../../src/client/index.ts";
import { openPlanwright, type OpenPlanwright } from "../../../src/runtime/open-planwright.ts";
import type { PlanwrightOptions } from "../../../src/runtime/runtime-context.ts";
import { createLoopbackAuth } from "../../../src/server/auth/loopback-auth.ts";
import type { RunningServer } from "../../../src/server/listen.ts";
import { startServer } from "../../../src/server/start-server.ts";
import { buildConsole } from "../../support/build-console.ts";
import { openBrowser } from "./open-browser.ts";

/** The real server with the demo workspace and a real browser. */
export type ConsoleWorld = {
  url: string;
  client: Client;
  browser: Browser;
  /** Browser errors on any page: script errors and CSP violations. */
  complaints: string[];
  /** Opens a tab at a hash route; each set of settings has its own browser context. */
  open(address: string, person?: Person, before?: Prepare): Promise<Page>;
  /** Restarts the server at the same address with the same data, and with other options if given. */
  restartServer(options?: PlanwrightOptions): Promise<void>;
  stopServer(): Promise<void>;
  startServer(options?: PlanwrightOptions): Promise<void>;
  stop(): Promise<void>;
};

/** Runs before the page loads, for example to answer requests in place of the server. */
export type Prepare = (page: Page) => Promise<unknown>;

export type Person = { language?: "en" | "ru"; theme?: "light" | "dark"; width?: number };

export async function openConsoleWorld(): Promise<ConsoleWorld> {
  buildConsole();
  const folder = mkdtempSync(join(tmpdir(), "planwright-console-"));
  const serving = await serve(folder, 0);
  let now: ServedConsole | undefined = serving;
  const { port, url } = serving.server;
  const browser = await openBrowser();
  const complaints: string[] = [];
  const contexts = new Map<string, Promise<BrowserContext>>();
  const stopServer = async (): Promise<void> => {
    await now?.server.stop();
    await now?.planwright.stop();
    now = undefined;
  };
  const startServerAgain = async (options?: PlanwrightOptions): Promise<void> => {
    now = await serve(folder, port, options);
  };
  return {
    url,
    client: createClient({ baseUrl: url }),
    browser,
    complaints,
    async open(address, person = {}, before = async () => undefined) {
      const key = JSON.stringify(person);
      const context = contexts.get(key) ?? contextOf(browser, person);
      contexts.set(key, context);
      const page = await (await context).newPage();
      page.setDefaultTimeout(30_000);
      listen(page, complaints);
      await before(page);
      await page.goto(`${url}/${address}`);
      return page;
    },
    stopServer,
    startServer: startServerAgain,
    async restartServer(options) {
      await stopServer();
      await startServerAgain(options);
    },
    async stop() {
      await browser.close();
      await stopServer();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type ServedConsole = { planwright: OpenPlanwright; server: RunningServer };

async function serve(folder: string, port: number, options: PlanwrightOptions = {}): Promise<ServedConsole> {
  const opened = await openPlanwright({ folder, dataFolder: join(folder, ".planwright"), env: {}, ...options });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const planwright = opened.value;
  await planwright.start();
  const server = await startServer(planwright, {
    host: "127.0.0.1",
    port,
    drainMs: 200,
    authenticate: createLoopbackAuth({ tenant: "local" }),
    roles: new Set(["api", "planner", "router", "daemon"]),
  });
  return { planwright, server };
}

async function contextOf(browser: Browser, person: Person): Promise<BrowserContext> {
  const { language = "en", theme = "light", width = 1280 } = person;
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 780 : 860 },
    locale: language === "ru" ? "ru-RU" : "en-US",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await context.addInitScript(
    (settings) => {
      for (const [name, value] of Object.entries(settings)) localStorage.setItem(`planwright.${name}`, value);
    },
    { theme, language },
  );
  return context;
}

/** The page handles failed requests; every other browser message is an error. */
function listen(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
}
