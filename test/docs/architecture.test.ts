import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { proseOf, root } from "./support/markdown.ts";

describe("docs/architecture.md", () => {
  it("has a row for each room, and none for a room that is gone", () => {
    const rows = proseOf("docs/architecture.md").matchAll(/^\| (`[^|]+) \|/gm);
    const named = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([a-z]+)\/`/g)].map((match) => match[1]));
    const rooms = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(named.filter((name) => name !== "console" && name !== "src").toSorted()).toEqual(
      rooms.map(({ name }) => name).toSorted(),
    );
  });
});
