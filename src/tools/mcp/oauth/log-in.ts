import { randomBytes } from "node:crypto";
import {
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { compact } from "../../../plan/compact.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { McpLogin } from "./mcp-logins.ts";
import { type OAuthClient, toLoginTokens } from "./token-source.ts";

export type LogInRequest = {
  /** Address of the MCP server. */
  url: string;
  client?: OAuthClient;
  scope?: string;
  redirectUrl: string;
};

type LogInParts = {
  /** Shows the address to a person, and resolves with the address that the browser was sent back to. */
  authorize: (address: URL) => Promise<URL>;
  fetch: typeof fetch;
  clock: Clock;
};

/** Authorization code with PKCE: a person logs in at the provider that the MCP server names. */
export async function logIn(request: LogInRequest, { authorize, fetch, clock }: LogInParts): Promise<McpLogin> {
  const { url } = request;
  const flow = createFlow(request);
  const challenge = await readChallenge(url, fetch);
  const options = compact({ serverUrl: url, ...challenge, fetchFn: fetch });
  await auth(flow.provider, options);
  if (flow.address === undefined) throw new Error("the provider asked for no login");
  const authorizationCode = codeIn(await authorize(flow.address), flow);
  await auth(flow.provider, { ...options, authorizationCode });
  const { tokens, discovery, registered } = flow;
  if (tokens === undefined || discovery === undefined) throw new Error("the provider gave no token");
  const { client_id, client_secret } = registered ?? {};
  return compact({
    url,
    issuer: discovery.authorizationServerUrl,
    resource: discovery.resourceMetadata?.resource,
    client: client_id === undefined ? undefined : compact({ client_id, client_secret }),
    ...toLoginTokens(tokens, clock.now()),
  });
}

type Flow = {
  provider: OAuthClientProvider;
  state: string;
  address?: URL;
  tokens?: OAuthTokens;
  discovery?: OAuthDiscoveryState;
  registered?: OAuthClientInformationMixed;
};

function createFlow({ client, scope, redirectUrl }: LogInRequest): Flow {
  let verifier = "";
  const state = randomBytes(16).toString("base64url");
  const flow: Flow = {
    state,
    provider: {
      redirectUrl,
      clientMetadata: compact({
        client_name: "Planwright",
        redirect_uris: [redirectUrl],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: client?.client_secret === undefined ? "none" : "client_secret_basic",
        scope,
      }),
      state: () => state,
      clientInformation: () => client ?? flow.registered,
      saveClientInformation: (information) => {
        if (client === undefined) flow.registered = information;
      },
      tokens: () => undefined,
      saveTokens: (tokens) => {
        flow.tokens = tokens;
      },
      redirectToAuthorization: (address) => {
        flow.address = address;
      },
      saveCodeVerifier: (text) => {
        verifier = text;
      },
      codeVerifier: () => verifier,
      saveDiscoveryState: (discovery) => {
        flow.discovery = discovery;
      },
      discoveryState: () => flow.discovery,
    },
  };
  return flow;
}

/** Reads the provider and scopes that the server requires. */
async function readChallenge(url: string, send: typeof fetch): Promise<{ resourceMetadataUrl?: URL; scope?: string }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const answer = await send(url, { method: "POST", headers, body });
  await answer.body?.cancel();
  if (answer.status !== 401) return {};
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return compact({ resourceMetadataUrl, scope });
}

/** Refuses an answer that belongs to another login, or comes from another provider (RFC 9207). */
function codeIn({ searchParams }: URL, { state, discovery }: Flow): string {
  if (searchParams.get("state") !== state) throw new Error("the answer belongs to another login; start again");
  const issuer = discovery?.authorizationServerMetadata?.issuer;
  const answered = searchParams.get("iss");
  if (answered !== null && issuer !== undefined && answered !== issuer)
    throw new Error(`the answer comes from ${answered}, not from ${issuer}`);
  const refusal = searchParams.get("error");
  if (refusal !== null)
    throw new Error(`the provider refused: ${searchParams.get("error_description") ?? refusal}`.slice(0, 300));
  const code = searchParams.get("code");
  if (code === null) throw new Error("the answer has no code");
  return code;
}
