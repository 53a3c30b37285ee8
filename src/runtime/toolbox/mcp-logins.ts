import { StoreError } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { McpLogin, type McpLoginKey, type McpLogins } from "../../tools/mcp/oauth/mcp-logins.ts";
import { openSeal, type Seal } from "../storage/seal.ts";

export type LoginStore = McpLogins & {
  /** Replaces a login, whether or not it can be read. */
  replace(key: McpLoginKey, login: McpLogin): Promise<void>;
  /** False if there was none. */
  remove(key: McpLoginKey): Promise<boolean>;
};

type LoginDeps = { store: () => Store; folder: string; env: Env };

const kind = "tools.login";

/** Logins at MCP servers, one record for each tenant and server. The store sees only sealed text. */
export function createMcpLogins({ store, folder, env }: LoginDeps): LoginStore {
  let opened: Seal | undefined;
  const seal = (): Seal => (opened ??= openSeal({ folder, env }));
  const recordKey = ({ tenant, server }: McpLoginKey) => ({ tenant, kind, id: server });
  const contextOf = ({ tenant, server }: McpLoginKey): string => JSON.stringify([kind, tenant, server]);
  const storedVersion = async (key: McpLoginKey): Promise<number> =>
    (await store().record(recordKey(key)))?.version ?? 0;

  const logins: LoginStore = {
    async read(key) {
      const record = await store().record(recordKey(key));
      if (typeof record?.body !== "string") return undefined;
      const text = seal().unseal(record.body, contextOf(key));
      return text === undefined ? undefined : { login: McpLogin.parse(JSON.parse(text)), version: record.version };
    },
    async write(key, login, was) {
      const body = seal().seal(JSON.stringify(login), contextOf(key));
      try {
        await store().write((tx) => tx.putRecord({ ...recordKey(key), body }, was));
        return true;
      } catch (error) {
        if (error instanceof StoreError && error.code === "conflict") return false;
        throw error;
      }
    },
    async replace(key, login) {
      if (!(await logins.write(key, login, await storedVersion(key)))) await logins.replace(key, login);
    },
    async remove(key) {
      const version = await storedVersion(key);
      if (version > 0) await store().write((tx) => tx.dropRecord(recordKey(key), version));
      return version > 0;
    },
  };
  return logins;
}
