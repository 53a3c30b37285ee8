import type { Command } from "../command.ts";
import { folderOptions } from "../folder-options.ts";

/** What a serving process reads. */
const serving = {
  port: { type: "string", value: "number", summary: "4400 by default, or PORT" },
  data: folderOptions.data,
  config: folderOptions.config,
  verbose: { type: "boolean", summary: "Log every request on stderr" },
} as const;

/** Processes that go on until they are stopped. */
export const servingCommands: readonly Command[] = [
  {
    name: "dev",
    staysOn: true,
    summary: "The whole service on this machine alone, with the demo workspace where nothing is configured.",
    options: serving,
    examples: ["planwright dev", "PORT=5000 planwright dev --data /tmp/planwright"],
    load: async () => (await import("./dev.ts")).dev,
  },
  {
    name: "start",
    staysOn: true,
    summary: "The service for others: every request needs a key, see planwright keys.",
    options: {
      ...serving,
      host: { type: "string", value: "address", summary: "Where to listen; 127.0.0.1 by default, or HOST" },
      roles: {
        type: "string",
        value: "names",
        offers: ["api", "planner", "router", "daemon", "worker"],
        summary: "Any of api,planner,router,daemon,worker, or service names such as cortex-orch; all by default",
      },
      origins: {
        type: "string",
        value: "list",
        summary:
          "Pages of other origins that may ask from a browser, parted by commas; none by default, or CORS_ORIGINS",
      },
      "drain-seconds": {
        type: "string",
        value: "seconds",
        summary:
          "How long requests are still taken after SIGTERM, for a balancer to notice; 0 by default, or DRAIN_SECONDS",
      },
    },
    examples: ["planwright start --host 0.0.0.0 --port 8080", "planwright start --roles worker"],
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "mcp",
    staysOn: true,
    summary: "Planwright as an MCP server on standard input and output, for assistants and editors.",
    options: {
      data: serving.data,
      config: serving.config,
      url: { type: "string", value: "address", summary: "A running Planwright instead of the working folder's own" },
      key: { type: "string", value: "key", summary: "Its API key; PLANWRIGHT_KEY by default" },
    },
    examples: ["planwright mcp", "planwright mcp --url http://127.0.0.1:4400"],
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    name: "demo-server",
    staysOn: true,
    summary: "The demo's CRM, tracker and small-business books as an MCP server, on standard input and output.",
    options: {
      data: serving.data,
      port: { type: "string", value: "number", summary: "Streamable HTTP at this port of this machine instead" },
    },
    examples: ["planwright demo-server", "planwright demo-server --port 4500"],
    load: async () => (await import("./demo-server.ts")).demoServer,
  },
];
