import { A2A_PROTOCOL_VERSION, type AgentCard } from "@a2a-js/sdk";

/** What other agents read to find out what Planwright does and how to call it. */
export function agentCard({ version, baseUrl }: { version: string; baseUrl: string }): AgentCard {
  const text = "text/plain";
  return {
    name: "Planwright",
    description:
      "Turns a request in plain words into a plan and carries it out. A person approves what it writes; open questions and approvals are tasks that require input.",
    version,
    supportedInterfaces: [
      { url: `${baseUrl}/a2a`, protocolBinding: "JSONRPC", tenant: "", protocolVersion: A2A_PROTOCOL_VERSION },
    ],
    provider: undefined,
    capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
    securitySchemes: {
      key: {
        scheme: {
          $case: "httpAuthSecurityScheme",
          value: { scheme: "bearer", bearerFormat: "", description: "A key of this Planwright" },
        },
      },
    },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
    defaultInputModes: [text],
    defaultOutputModes: [text, "application/json"],
    skills: [
      {
        id: "carry-out",
        name: "Plan and carry out a request",
        description: "Plans the request with the tools of the workspace, runs the plan and reports the result.",
        tags: ["planning", "workflow"],
        examples: ["what is in quote Q-0192?", "generate a purchase order from quote Q-0192"],
        inputModes: [text],
        outputModes: [text, "application/json"],
        securityRequirements: [],
      },
    ],
    signatures: [],
  };
}
