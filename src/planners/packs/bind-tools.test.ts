import { describe, expect, it } from "vitest";
import { createToolbox } from "../../plan/tool-spec.ts";
import { bindTools } from "./bind-tools.ts";
import { Pack } from "./pack.ts";

const string = (description: string) => ({ type: "string", description });
const pack = Pack.parse({
  pack: "tracker",
  version: "1.0.0",
  description: "A tracker.",
  languages: ["en"],
  tools: {
    create: {
      name: "create_issue",
      about: "Create an issue in a team",
      params: { team_id: "The team of the issue", title: "Title of the issue" },
    },
    close: { name: "close_issue", about: "Close an issue", params: { issue_id: "The issue to close" } },
    list: { name: "list_issues", about: "List the issues of a team" },
  },
});

function bound(tools: Parameters<typeof createToolbox>[0]): Record<string, string> {
  const toolbox = [...createToolbox(tools).values()];
  return Object.fromEntries([...bindTools(pack, toolbox)].map(([alias, { tool }]) => [alias, tool]));
}

describe("bindTools", () => {
  it("takes tools by their name, whatever they say of themselves", () => {
    expect(bound([{ name: "create_issue", description: "" }, { name: "other" }])).toEqual({ create: "create_issue" });
  });

  it("finds renamed tools by what they do", () => {
    expect(
      bound([
        { name: "IssueMake", description: "Create an issue in a team" },
        { name: "issues-enumerate", description: "List the issues of a team" },
        { name: "close-issue", description: "Close an issue" },
      ]),
    ).toEqual({ create: "IssueMake", close: "close-issue", list: "issues-enumerate" });
  });

  it("maps renamed parameters by name and description", () => {
    const inputSchema = {
      type: "object",
      properties: {
        name: string("Title of the issue"),
        idTeam: string("The team of the issue"),
        color: { enum: ["red"] },
      },
      required: ["name"],
    };
    const toolbox = [...createToolbox([{ name: "create_issue", description: "", inputSchema }]).values()];
    const create = bindTools(pack, toolbox).get("create");
    expect(create?.params).toEqual(
      new Map([
        ["team_id", "idTeam"],
        ["title", "name"],
      ]),
    );
    expect(create?.required).toEqual(new Set(["name"]));
    expect(create?.choices).toEqual(new Map([["color", ["red"]]]));
  });

  it("does not bind a pack to a manifest of another domain by one likeness", () => {
    const wide = Pack.parse({
      ...pack,
      tools: {
        ...pack.tools,
        ...Object.fromEntries(
          ["a", "b", "c", "d", "e", "f"].map((name) => [
            name,
            { name: `${name}_thing`, about: `Does ${name} to things` },
          ]),
        ),
      },
    });
    const toolbox = [...createToolbox([{ name: "shut", description: "Close an issue" }]).values()];
    expect([...bindTools(wide, toolbox).keys()]).toEqual([]);
  });

  it("does not depend on the order of the manifest", () => {
    const tools = [
      { name: "b_close", description: "Close an issue" },
      { name: "a_close", description: "Close an issue" },
      { name: "make", description: "Create an issue in a team" },
    ];
    expect(bound(tools)).toEqual(bound(tools.toReversed()));
  });

  it("survives broken schemas", () => {
    expect(
      bound([
        { name: "create_issue", inputSchema: true },
        { name: "close_issue", inputSchema: { properties: [], required: "x" } },
      ]),
    ).toEqual({ create: "create_issue", close: "close_issue" });
  });
});
