import { configExamples } from "./configuration/config-examples.ts";
import { type ConfigKey, configKeys } from "./configuration/config-keys.ts";
import type { Generated } from "./generated.ts";

const head = `# Configuration

Made by \`npm run generate\` from the schema of \`planwright.yaml\`. The file stands in the folder that Planwright is started in, or where
\`--config\` says; every key may be left out, and an unknown one is refused with its line. Without a file there are the demo tools.

\`text or {env}\` is a text, or \`{ env: NAME, prefix: "Bearer " }\`: the name of the environment variable that holds it, with what is put
before it. Secrets are given by name. \`<name>\` is a name of your own. Editors check the file by its first line:
\`# yaml-language-server: $schema=./node_modules/planwright/schemas/planwright.json\`.`;

const variables = `## Variables of the environment

| variable | what for |
| --- | --- |
| \`PLANWRIGHT_DATA\`, \`PLANWRIGHT_KEY\`, \`PLANWRIGHT_SECRETS\` | the data folder; the API key for \`--url\`; a folder of secrets as files |
| \`HOST\`, \`PORT\`, \`CORS_ORIGINS\`, \`DRAIN_SECONDS\` | where \`start\` listens; pages of other origins that may ask; how long it still takes requests when told to stop |
| \`DATABASE_URL\`, \`DATABASE_CONNECTIONS\`, \`WORKER_LEASE_SECONDS\` | [Postgres](operations.md#postgres) |
| \`ENGINE\`, \`REDIS_PREFIX\` | [which engine delivers jobs](operations.md#engines) |
| \`REDIS_URL\`, \`REDIS_CHANNELS\` | [events over Redis](agents.md#triggers) |
| \`WEBHOOK_SECRET\` | [signs agents' webhooks](agents.md#records-and-outputs) |
| \`PLANWRIGHT_SECRET_KEY\` | encrypts [logins at MCP servers](tools.md#servers-that-need-a-login) |
| \`PLANWRIGHT_OIDC_ISSUER\`, \`_AUDIENCE\`, \`_TENANT_CLAIM\`, \`_SCOPE_CLAIM\` | [tokens of an identity provider](security.md#tokens-of-an-identity-provider) |
| \`PLANWRIGHT_TRACE_CONTENT\`, \`PLANWRIGHT_DEMO_FAULTS\` | content in spans; failures of the demo on purpose |`;

/** `docs/configuration.md`, from the schema the program itself reads. */
export function configReference(): Generated[] {
  const keys = configKeys();
  const sections = Object.keys(configExamples).map((section) => {
    const [first, ...own] = keys.filter((key) => sectionOf(key) === section);
    // A section with one key, or none below it, is its own row.
    const rows = own.length === 0 && first !== undefined ? [first] : own;
    const about = `${capital(first?.about ?? "")}.`;
    return [`## ${section}`, about, table(rows, section), example(section)].join("\n\n");
  });
  return [{ path: "docs/configuration.md", text: `${[head, ...sections, variables].join("\n\n")}\n` }];
}

/** The longest section whose name the key's path begins with. */
function sectionOf({ path }: ConfigKey): string | undefined {
  const fits = Object.keys(configExamples).filter((name) => path === name || path.startsWith(`${name}.`));
  return fits.toSorted((one, other) => other.length - one.length)[0];
}

function table(keys: readonly ConfigKey[], section: string): string {
  const short = (path: string): string => (path === section ? path : path.slice(section.length + 1));
  const rows = keys.map((key) => [`\`${short(key.path)}\``, key.type, key.default, key.about]);
  return [["key", "type", "default", "what for"], ["---", "---", "---", "---"], ...rows].map(line).join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function example(section: string): string {
  return `\`\`\`yaml\n${configExamples[section]}\n\`\`\``;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
