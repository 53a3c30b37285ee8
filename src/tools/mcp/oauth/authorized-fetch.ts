import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import type { TokenSource } from "./token-source.ts";

/** Sends the token of the tenant. A request that is refused with 401 did nothing, so it is sent once more. */
export function createAuthorizedFetch(send: typeof fetch, tokens: TokenSource): typeof fetch {
  return async (input, init) => {
    const token = await tokens.token();
    const answer = await send(input, withToken(init, token));
    if (answer.status !== 401) return assertInScope(answer, tokens);
    await answer.body?.cancel();
    const again = await send(input, withToken(init, await tokens.token(token)));
    if (again.status !== 401) return assertInScope(again, tokens);
    await again.body?.cancel();
    throw tokens.loginRequired("the server refuses the token");
  };
}

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

function assertInScope(answer: Response, tokens: TokenSource): Response {
  if (answer.status !== 403) return answer;
  const { error, scope = "another scope" } = extractWWWAuthenticateParams(answer);
  if (error !== "insufficient_scope") return answer;
  throw tokens.loginRequired(`the call needs ${scope}, which the login does not have`);
}
