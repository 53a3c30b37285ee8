import type { Command } from "../../command.ts";
import { folderOptions } from "../../options/folder-options.ts";

/** Options of a server process. */
const serving = {
  port: { type: "string", value: "number", summary: "4400 by default, or PORT" },
  data: folderOptions.data,
  config: folderOptions.config,
  verbose: { type: "boolean", summary: "Log every request on stderr" },
} as const;

/** Commands that run until they are stopped. */
export const servingCommands: readonly Command[] = [
  {
    name: "dev",
    isLongRunning: true,
    summary: "Run the whole service on this machine only, with the demo workspace if nothing is configured.",
    options: serving,
    examples: ["planwright dev", "PORT=5000 planwright dev --data /tmp/planwright"],
    load: async () => (await import("./dev.ts")).dev,
  },
  {
    name: "start",
    isLongRunning: true,
    summary: "Run the service for others: every request needs a key, see planwright keys.",
    options: {
      ...serving,
      host: { type: "string", value: "address", summary: "Address to listen on; 127.0.0.1 by default, or HOST" },
      roles: {
        type: "string",
        value: "names",
        suggestions: ["api", "planner", "router", "daemon", "worker"],
        summary: "Any of api,planner,router,daemon,worker, or service names such as cortex-orch; all by default",
      },
      origins: {
        type: "string",
        value: "list",
        summary: "Origins that may call from a browser (CORS), separated by commas; none by default, or CORS_ORIGINS",
      },
      "drain-seconds": {
        type: "string",
        value: "seconds",
        summary:
          "How long to accept requests after SIGTERM, so that a load balancer can notice; 0 by default, or DRAIN_SECONDS",
      },
    },
    examples: ["planwright start --host 0.0.0.0 --port 8080", "planwright start --roles worker"],
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "mcp",
    isLongRunning: true,
    summary: "Run Planwright as an MCP server over stdio, for assistants and editors.",
    options: {
      data: serving.data,
      config: serving.config,
      url: { type: "string", value: "address", summary: "Use this running Planwright instead of the workspace" },
      key: { type: "string", value: "key", summary: "API key of the server; PLANWRIGHT_KEY by default" },
      without: { type: "string", value: "tool,…", summary: "Do not offer these tools, for example start_run" },
      approvals: { type: "boolean", summary: "Also offer the tools that approve writes" },
    },
    examples: [
      "planwright mcp",
      "planwright mcp --without start_run,rerun",
      "planwright mcp --url http://127.0.0.1:4400",
    ],
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    name: "demo-server",
    isLongRunning: true,
    summary: "Run the demo CRM, tracker and small-business ERP as an MCP server over stdio.",
    options: {
      data: serving.data,
      port: { type: "string", value: "number", summary: "Serve streamable HTTP on this local port instead" },
    },
    examples: ["planwright demo-server", "planwright demo-server --port 4500"],
    load: async () => (await import("./demo-server.ts")).demoServer,
  },
];
