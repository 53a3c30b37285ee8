import { createHash } from "node:crypto";
import { isJsonObject } from "../plan/json.ts";

type Operation = { method: string; path: string; body: Record<string, unknown> };

/** The API reference: one page without scripts, generated from the OpenAPI document. */
export function docsPage(document: Record<string, unknown>): Response {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ body }) => tagOf(body)))];
  const sections = tags.map((tag) =>
    section(
      tag,
      operations.filter(({ body }) => tagOf(body) === tag),
    ),
  );
  const links = tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join("");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Planwright API</title><style>${style}</style></head>
<body><header><h1>Planwright API</h1><p>Made from <a href="/openapi.json">/openapi.json</a>. Errors are
<code>application/problem+json</code> with a <code>code</code> and the places under <code>errors</code>.</p><nav>${links}</nav></header>
<main>${sections.join("")}</main></body></html>`;
  return new Response(html, { headers });
}

function section(tag: string, operations: Operation[]): string {
  return `<section id="${escape(tag)}"><h2>${escape(tag)}</h2>${operations.map(card).join("")}</section>`;
}

function card({ method, path, body }: Operation): string {
  const scope = typeof body["x-scope"] === "string" ? `<span class="scope">${escape(body["x-scope"])}</span>` : "";
  const parts = [
    part("Parameters", body["parameters"]),
    part("Body", schemaIn(body["requestBody"])),
    ...Object.entries(isJsonObject(body["responses"]) ? body["responses"] : {})
      .filter(([status]) => status !== "default")
      .map(([status, response]) => part(`Answer ${status}`, schemaIn(response))),
  ];
  return `<article><h3><b class="${method.toLowerCase()}">${method}</b> <code>${escape(path)}</code>${scope}</h3>
<p>${escape(String(body["summary"]))}</p>${parts.join("")}</article>`;
}

function part(title: string, value: unknown): string {
  if (value === undefined) return "";
  return `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`;
}

function schemaIn(holder: unknown): unknown {
  const content = isJsonObject(holder) ? holder["content"] : undefined;
  const [first] = isJsonObject(content) ? Object.values(content) : [];
  return isJsonObject(first) ? first["schema"] : undefined;
}

function operationsOf({ paths }: Record<string, unknown>): Operation[] {
  return Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).map(([method, body]) => ({
      method: method.toUpperCase(),
      path,
      body: isJsonObject(body) ? body : {},
    })),
  );
}

function tagOf(body: Record<string, unknown>): string {
  return Array.isArray(body["tags"]) ? String(body["tags"][0]) : "";
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const style = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
nav a{margin-right:1rem}h2{margin-top:2.5rem;text-transform:capitalize}
article{border:1px solid var(--line);border-radius:.5rem;padding:.25rem 1rem;margin:.75rem 0}
h3{font-size:1rem;margin:.5rem 0}article p{margin:.25rem 0}code{font:.95em ui-monospace,monospace}
h3 b{font:600 .75rem ui-monospace,monospace;padding:.15rem .4rem;border-radius:.25rem;background:var(--soft)}
.scope{float:right;font-weight:400;font-size:.8rem;opacity:.75}summary{cursor:pointer;opacity:.85}
pre{overflow:auto;background:var(--soft);padding:.75rem;border-radius:.4rem;font-size:.8rem}`;

const styleHash = createHash("sha256").update(style).digest("base64");

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
