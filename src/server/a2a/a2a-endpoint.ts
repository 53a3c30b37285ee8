import {
  A2A_PROTOCOL_VERSION,
  A2A_VERSION_HEADER,
  AgentCard,
  Extensions,
  formatSSEEvent,
  HTTP_EXTENSION_HEADER,
  SSE_HEADERS,
} from "@a2a-js/sdk";
import { JsonRpcTransportHandler, ServerCallContext, UnauthenticatedUser, validateVersion } from "@a2a-js/sdk/server";
import { createClient } from "../../client/client.ts";
import { compact } from "../../plan/compact.ts";
import { readBody } from "../http/read-body.ts";
import { innerConnection } from "../inner-connection.ts";
import { createA2aHandler } from "./a2a-handler.ts";

type A2aDeps = {
  version: string;
  /** The API of this process. */
  fetch: (request: Request) => Response | Promise<Response>;
  maxBodyBytes: number;
};

export type A2aEndpoint = {
  /** The agent card. */
  card: (request: Request) => Response;
  rpc: (request: Request) => Promise<Response>;
};

/** The Agent2Agent protocol over JSON-RPC. Every message of an identified caller is an API call with its own credential. */
export function createA2aEndpoint({ version, fetch, maxBodyBytes }: A2aDeps): A2aEndpoint {
  const cardOf = (request: Request): AgentCard => agentCard({ version, baseUrl: new URL(request.url).origin });
  return {
    card: (request: Request): Response => Response.json(AgentCard.toJSON(cardOf(request))),
    async rpc(request: Request): Promise<Response> {
      const body = await readBody(request, maxBodyBytes);
      const card = cardOf(request);
      const client = createClient(innerConnection(fetch, request));
      const transport = new JsonRpcTransportHandler(createA2aHandler({ client, card }));
      const context = new ServerCallContext({
        user: new UnauthenticatedUser(),
        requestedExtensions: Extensions.parseServiceParameter(request.headers.get(HTTP_EXTENSION_HEADER) ?? undefined),
        ...compact({ requestedVersion: request.headers.get(A2A_VERSION_HEADER) ?? undefined }),
      });
      try {
        validateVersion(context.requestedVersion, card, "JSONRPC");
      } catch (error) {
        return Response.json({ jsonrpc: "2.0", id: null, error: JsonRpcTransportHandler.mapToJSONRPCError(error) });
      }
      const answer = await transport.handle(body, context);
      return Symbol.asyncIterator in answer ? eventResponse(answer) : Response.json(answer);
    },
  };
}

function eventResponse(events: AsyncGenerator<object>): Response {
  const encoder = new TextEncoder();
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for await (const event of events) yield encoder.encode(formatSSEEvent(event));
  };
  return new Response(ReadableStream.from(lines()), { headers: { ...SSE_HEADERS } });
}

/** The agent card: tells other agents what Planwright does and how to call it. */
function agentCard({ version, baseUrl }: { version: string; baseUrl: string }): AgentCard {
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
