import type { Page } from "playwright-core";
import type { ConsoleWorld, Person } from "./console-world.ts";

/** Looks at an address in a tab of its own, and closes it whatever happens. */
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

/** The page has come, and nothing on it is still a grey bone. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  await page.locator(".bone").first().waitFor({ state: "detached" });
}
