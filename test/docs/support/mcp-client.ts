import { z } from "zod";
import { commandFaults } from "./check-command.ts";

const Stdio = z.strictObject({
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
});
const Http = z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()).optional() });

/** The configuration files of MCP clients, as their documentation describes them. */
const clients = {
  "mcp/claude": z.strictObject({ mcpServers: z.record(z.string(), Stdio) }),
  "mcp/cursor": z.strictObject({ mcpServers: z.record(z.string(), z.union([Stdio, Http])) }),
  "mcp/vscode": z.strictObject({
    inputs: z
      .array(
        z.strictObject({
          type: z.literal("promptString"),
          id: z.string(),
          description: z.string(),
          password: z.boolean(),
        }),
      )
      .optional(),
    servers: z.record(
      z.string(),
      z.discriminatedUnion("type", [
        Stdio.extend({ type: z.literal("stdio") }),
        Http.extend({ type: z.literal("http") }),
      ]),
    ),
  }),
};

/** The client that the tag of a block names. */
export function mcpClient(kind: string): z.ZodType | undefined {
  return Object.entries(clients).find(([name]) => name === kind)?.[1];
}

/** Problems of the commands that the client would start. */
export async function startFaults(document: unknown): Promise<string[]> {
  const started = z.record(z.string(), z.unknown()).parse(document);
  const servers = z
    .record(z.string(), z.object({ args: z.array(z.string()).default([]) }))
    .parse(started["mcpServers"] ?? started["servers"]);
  const faults = await Promise.all(
    Object.values(servers)
      .filter(({ args }) => args.includes("planwright"))
      .map(({ args }) => commandFaults(args.slice(args.indexOf("planwright")).join(" "))),
  );
  return faults.flat();
}
