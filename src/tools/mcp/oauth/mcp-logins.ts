import { z } from "zod";

/** The login of one tenant at one MCP server. */
export const McpLogin = z.strictObject({
  /** Address of the MCP server; the tokens are sent to no other. */
  url: z.string(),
  /** Address of the authorization server; the refresh token is sent to no other. */
  issuer: z.string(),
  resource: z.string().optional(),
  /** Registered at the login. Absent where the configuration names the client. */
  client: z.strictObject({ client_id: z.string(), client_secret: z.string().optional() }).optional(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
  /** Milliseconds since the epoch. */
  expires_at: z.number().optional(),
  /** A process renews the tokens, until this time at the latest. */
  renewing_until: z.number().optional(),
});
export type McpLogin = z.infer<typeof McpLogin>;

export type McpLoginKey = { tenant: string; server: string };

/** `version` counts changes, from 1. */
export type StoredMcpLogin = { login: McpLogin; version: number };

/** Stores logins, encrypted. */
export type McpLogins = {
  /** Undefined without a login, and where the stored one cannot be decrypted. */
  read(key: McpLoginKey): Promise<StoredMcpLogin | undefined>;
  /** False if the stored version is not `was`; 0 means none is stored. */
  write(key: McpLoginKey, login: McpLogin, was: number): Promise<boolean>;
};
