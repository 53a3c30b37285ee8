// Opening a workspace, a toolbox or an MCP server, and reasoning, load most of the package. Programs that only plan
// or validate do not wait for it.

/** The composition root: opens everything that a workspace folder and its configuration describe. */
export const openPlanwright: typeof import("./open-planwright.ts").openPlanwright = async (options) =>
  (await import("./open-planwright.ts")).openPlanwright(options);

/** Opens the configured tools and the router that executes them. */
export const openToolbox: typeof import("./toolbox/toolbox.ts").openToolbox = async (parts) =>
  (await import("./toolbox/toolbox.ts")).openToolbox(parts);

/** Connects to an MCP server and brings in its tools. */
export const openMcpSource: typeof import("../tools/mcp/source.ts").openMcpSource = async (config, parts) =>
  (await import("../tools/mcp/source.ts")).openMcpSource(config, parts);

/** A ReAct loop without storage: it ends with the process. For tests and benches. */
export const reactOnce: typeof import("../react/react-once.ts").reactOnce = async (...loop) =>
  (await import("../react/react-once.ts")).reactOnce(...loop);
