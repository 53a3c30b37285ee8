import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig } from "vitepress";
import { searchOptions } from "../search.ts";
import { sidebar } from "../sidebar.ts";

const pages = resolve(import.meta.dirname, "../.pages");
const named = new Set(sidebar.flatMap((group) => Object.keys(group.pages)));
const others = readdirSync(pages)
  .filter((name) => name.endsWith(".md") && name !== "index.md")
  .map((name) => name.slice(0, -3))
  .filter((name) => !named.has(name));
const linkTo = (page: string): string => `/${page.replace(/README$/, "")}`;

export default defineConfig({
  title: "Planwright",
  description: "Requests in words become plans you can check, approve, run durably and replay.",
  srcDir: ".pages",
  outDir: "dist",
  base: process.env["DOCS_BASE"] ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, "$1index.md"),
  markdown: {
    // `<run>` in a sentence is a placeholder, never an element.
    html: false,
    config(md) {
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token?.info.trim() !== "mermaid") return fence?.(tokens, index, ...rest) ?? "";
        return `<Diagram code="${encodeURIComponent(token.content)}" />`;
      };
      // `{{results.key}}` is text of a page, never an expression of Vue.
      const { text } = md.renderer.rules;
      md.renderer.rules.text = (...args) => (text?.(...args) ?? "").replaceAll("{{", "&#123;&#123;");
      md.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${md.utils.escapeHtml(tokens[index]?.content ?? "")}</code>`;
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: { searchOptions },
        // Thousands of type names would hide the pages that explain them.
        _render: (text, env, md) => (env.relativePath.startsWith("typescript/") ? "" : md.render(text, env)),
      },
    },
    nav: [
      { text: "Start", link: "/getting-started" },
      { text: "Concepts", link: "/concepts/" },
      { text: "Guides", link: "/guides/" },
      { text: "Reference", link: "/cli" },
    ],
    sidebar: [
      ...sidebar.map(({ title, pages: items }) => ({
        text: title,
        collapsed: false,
        items: Object.entries(items)
          .filter(([page]) => existsSync(join(pages, `${page}.md`)))
          .map(([page, text]) => ({ text, link: linkTo(page) })),
      })),
      ...(others.length > 0
        ? [{ text: "More", items: others.map((page) => ({ text: page.replaceAll("-", " "), link: linkTo(page) })) }]
        : []),
    ],
    outline: [2, 3],
    footer: { message: "Apache-2.0" },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
});
