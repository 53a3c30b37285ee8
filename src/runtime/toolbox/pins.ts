import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { Pin } from "../../tools/mcp/pin.ts";

const Pins = z.strictObject({ version: z.literal(1), servers: z.record(z.string(), Pin) });

export const pinsFile = "planwright.pins.json";

/** Reads the pins by server name. An invalid file stops the start, so that a typo cannot allow writes. */
export function readPins(file: string): Record<string, Pin> {
  if (!existsSync(file)) return {};
  const parsed = Pins.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data.servers;
  throw new Error(`${file} is not a valid pins file: ${parsed.error.issues[0]?.message ?? ""}`);
}

/** Replaces the pin of one server. Sorted and indented, because people review the file. */
export function writePin(file: string, name: string, pin: Pin): void {
  const servers = Object.entries({ ...readPins(file), [name]: pin }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify({ version: 1, servers: Object.fromEntries(servers) }, null, 2)}\n`;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
