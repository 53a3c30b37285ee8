import { type Command, command } from "../../command.ts";
import { boolean, folderOptions, value } from "../../options/options.ts";

/** Options of a server process. */
const serving = {
  port: value("number", "4400 by default, or PORT"),
  data: folderOptions.data,
  config: folderOptions.config,
  verbose: boolean("Log every request on stderr"),
} as const;

/** Commands that run until they are stopped. */
export const servingCommands: readonly Command[] = [
  command("dev", "Run the whole service on this machine only, with the demo workspace if nothing is configured.", {
    isLongRunning: true,
    options: serving,
    examples: ["planwright dev", "PORT=5000 planwright dev --data /tmp/planwright"],
    load: async () => (await import("./dev.ts")).dev,
  }),
  command("start", "Run the service for others: every request needs a key, see planwright keys.", {
    isLongRunning: true,
    options: {
      ...serving,
      host: value("address", "Address to listen on; 127.0.0.1 by default, or HOST"),
      roles: value(
        "names",
        "Any of api,planner,router,daemon,worker, or service names such as cortex-orch; all by default",
        { suggestions: ["api", "planner", "router", "daemon", "worker"] },
      ),
      origins: value(
        "list",
        "Origins that may call from a browser (CORS), separated by commas; none by default, or CORS_ORIGINS",
      ),
      "drain-seconds": value(
        "seconds",
        "How long to accept requests after SIGTERM, so that a load balancer can notice; 0 by default, or DRAIN_SECONDS",
      ),
    },
    examples: ["planwright start --host 0.0.0.0 --port 8080", "planwright start --roles worker"],
    load: async () => (await import("./start.ts")).start,
  }),
  command("mcp", "Run Planwright as an MCP server over stdio, for assistants and editors.", {
    isLongRunning: true,
    options: {
      data: serving.data,
      config: serving.config,
      url: value("address", "Use this running Planwright instead of the workspace"),
      key: value("key", "API key of the server; PLANWRIGHT_KEY by default"),
      without: value("tool,…", "Do not offer these tools, for example start_run"),
      approvals: boolean("Also offer the tools that approve writes"),
    },
    examples: [
      "planwright mcp",
      "planwright mcp --without start_run,rerun",
      "planwright mcp --url http://127.0.0.1:4400",
    ],
    load: async () => (await import("./mcp.ts")).mcp,
  }),
  command("demo-server", "Run the demo CRM, tracker and small-business ERP as an MCP server over stdio.", {
    isLongRunning: true,
    options: {
      data: serving.data,
      port: value("number", "Serve streamable HTTP on this local port instead"),
    },
    examples: ["planwright demo-server", "planwright demo-server --port 4500"],
    load: async () => (await import("./demo-server.ts")).demoServer,
  }),
];
