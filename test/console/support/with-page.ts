import type { Page } from "playwright-core";
import type { ConsoleWorld, Person, Prepare } from "./console-world.ts";

type PageVisit = Person & { world: ConsoleWorld; address: string; before?: Prepare };

/** Runs a test in its own tab and always closes it. */
export async function withPage(
  { world, address, before, ...person }: PageVisit,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await world.open(address, person, before);
  try {
    await look(page);
  } finally {
    await page.close();
  }
}

/** Goes to another page of the console; returns once the router has rendered it, and never shows the page before. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.locator("main").waitFor();
  await page.evaluate(`new Promise((done) => {
    const before = location.href;
    addEventListener("hashchange", () => setTimeout(done), { once: true });
    location.hash = ${JSON.stringify(hash)};
    if (location.href === before) done();
  })`);
}

/** Waits until the page has loaded and shows no skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  await page.locator(".bone").first().waitFor({ state: "detached" });
}
