import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { Pin } from "../tools/mcp/pin.ts";

const Pins = z.strictObject({ version: z.literal(1), servers: z.record(z.string(), Pin) });

export const pinsFile = "planwright.pins.json";

/** The pinned servers by name. A file that cannot be read stops the start: writes must not be let through by a typo. */
export function readPins(file: string): Record<string, Pin> {
  if (!existsSync(file)) return {};
  const parsed = Pins.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data.servers;
  throw new Error(`${file} is not a file of pins: ${parsed.error.issues[0]?.message ?? ""}`);
}

/** Sets one server's pin and leaves the others. Sorted and indented, because people review it. */
export function writePin(file: string, name: string, pin: Pin): void {
  const servers = Object.entries({ ...readPins(file), [name]: pin }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify({ version: 1, servers: Object.fromEntries(servers) }, null, 2)}\n`;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
