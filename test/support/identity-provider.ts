import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { freePort } from "./free-port.ts";

export type IdentityProvider = { issuer: string; stop(): void };

type Client = {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
};

/** A real OpenID Connect provider on this machine. Any name logs in; `roles` says what each has. */
export async function startIdentityProvider(
  client: Client,
  roles: Readonly<Record<string, readonly string[]>>,
): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...client, token_endpoint_auth_method: "client_secret_post" }],
    claims: { openid: ["sub"], profile: ["name", "roles", "team"], email: ["email"] },
    cookies: { keys: ["test"] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, name: `Person ${sub}`, roles: roles[sub] ?? [], team: "acme" }),
    }),
    pkce: { required: () => true },
  });
  const server = createServer(provider.callback());
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    issuer,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
