import type { Page } from "playwright-core";
import type { ConsoleWorld, Person } from "./console-world.ts";

/** Runs a test in its own tab and always closes it. */
export async function withPage(
  { world, address, ...person }: Person & { world: ConsoleWorld; address: string },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await world.open(address, person);
  try {
    await look(page);
  } finally {
    await page.close();
  }
}

/** Waits until the page has loaded and shows no skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  await page.locator(".bone").first().waitFor({ state: "detached" });
}
