import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Spelling } from "./plan.ts";
import { exactReference, parseTemplate, writeReference } from "./references.ts";

/** A template in one line: references in brackets, what is malformed after a bar. */
function shown(text: string, spelling: Spelling): string {
  const { parts, malformed } = parseTemplate(text, spelling);
  const words = parts
    .map((part) => (typeof part === "string" ? part : `[${[part.name, ...part.path].join(" ")}]`))
    .join("");
  return malformed.length === 0 ? words : `${words} | ${malformed.join(" | ")}`;
}

describe("parseTemplate", () => {
  it.each<[Spelling, string, string]>([
    ["results", "{{results.quote}}", "[quote]"],
    ["results", "{{ results.quote.lines.0.sku }}", "[quote lines 0 sku]"],
    ["results", "{{results.quote.lines[0].sku}}", "[quote lines 0 sku]"],
    ["results", "Total {{results.a}} of {{results.b.c}}.", "Total [a] of [b c]."],
    ["results", "{{results.a}}{{results.b}}", "[a][b]"],
    ["results", "{{results}}", "{{results}} | {{results}}"],
    ["results", "{{quote}}", "{{quote}} | {{quote}}"],
    ["results", "{{result.quote}}", "{{result.quote}} | {{result.quote}}"],
    ["results", "$step_1.output", "$step_1.output"],
    ["results", "plain { text } }}", "plain { text } }}"],
    ["braces", "{{s1}}", "[s1]"],
    ["braces", "{{step-1.имя.0}}", "[step-1 имя 0]"],
    ["braces", "{{a.dc:title}}", "[a dc:title]"],
    ["braces", "{{a[0][12].b}}", "[a 0 12 b]"],
    ["braces", "{{a[x]}}", "{{a[x]}} | {{a[x]}}"],
    ["braces", "{{a[]}}", "{{a[]}} | {{a[]}}"],
    ["braces", "{{a[1}}", "{{a[1}} | {{a[1}}"],
    ["braces", "{{a.}}", "{{a.}} | {{a.}}"],
    ["braces", "{{.a}}", "{{.a}} | {{.a}}"],
    ["braces", "{{a b}}", "{{a b}} | {{a b}}"],
    ["braces", "{{a(b)}}", "{{a(b)}} | {{a(b)}}"],
    ["braces", "{{a|b}}", "{{a|b}} | {{a|b}}"],
    ["braces", "{{'a'}}", "{{'a'}} | {{'a'}}"],
    ["braces", "{{{a}}}", "{{{a}}} | {{{a}}"],
    ["braces", "{{a}}}", "[a]}"],
    ["braces", "x {{a", "x {{a | {{a"],
    ["braces", "{{}} {{a}}", "{{}} [a] | {{}}"],
    ["braces", "{{a\u00a0b}}", "{{a\u00a0b}} | {{a\u00a0b}}"],
    ["dollar", "$step_1.output", "[step_1]"],
    ["dollar", "$step_12.output.items.0.name", "[step_12 items 0 name]"],
    ["dollar", "$step_1.output.items[2]!", "[step_1 items 2]!"],
    ["dollar", "See $step_1.output.echo. Then go.", "See [step_1 echo]. Then go."],
    ["dollar", "($step_1.output.a,$step_2.output)", "([step_1 a],[step_2])"],
    ["dollar", "$step_1.output.content-type-", "[step_1 content-type]-"],
    ["dollar", "$step_1.output.имя", "[step_1 имя]"],
    ["dollar", "$item.output.id", "[item id]"],
    ["dollar", "$5.00 and $ and $$ and $HOME and $HOME.dir", "$5.00 and $ and $$ and $HOME and $HOME.dir"],
    ["dollar", "$step_1", "[step_1]"],
    ["dollar", "see $step_1 now", "see $step_1 now | $step_1"],
    ["dollar", "step_1.output.x", "step_1.output.x | step_1.output.x"],
    ["dollar", "step_1.txt", "step_1.txt"],
    ["dollar", "$step_1.outputs.a", "$step_1.outputs.a | $step_1.outputs.a"],
    ["dollar", "$step_x and $xstep_1 and $step_1x", "$step_x and $xstep_1 and $step_1x"],
    ["dollar", "$step_1[0]", "$step_1[0] | $step_1[0]"],
    ["dollar", "$step_1.output[x]", "[step_1][x]"],
    ["dollar", "$step_1.output.🌍", "[step_1].🌍"],
    ["dollar", "$_a.output $A1.output", "[_a] [A1]"],
    ["dollar", "{{step_1}}", "{{step_1}} | {{step_1}}"],
    ["none", "{{a}} $step_1.output", "{{a}} $step_1.output"],
    ["braces", "", ""],
  ])("%s: %s", (spelling, text, expected) => {
    expect(shown(text, spelling)).toBe(expected);
  });

  it("keeps each reference as written", () => {
    const { parts } = parseTemplate("a {{ b.c }} d", "braces");
    expect(parts).toEqual(["a ", { name: "b", path: ["c"], text: "{{ b.c }}" }, " d"]);
  });

  it("concatenates back to the original text", () => {
    const spelling = fc.constantFrom<Spelling>("results", "dollar", "braces", "none");
    const text = fc.string({
      unit: fc.constantFrom("{{", "}}", "$", "step_1", ".output", ".", "[0]", "a", " ", "-", "results"),
    });
    fc.assert(
      fc.property(spelling, text, (kind, value) => {
        const { parts } = parseTemplate(value, kind);
        expect(parts.map((part) => (typeof part === "string" ? part : part.text)).join("")).toBe(value);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it.each<[Spelling, string]>([
    ["braces", "{{ "],
    ["braces", "{{a."],
    ["results", "{{results.a[0]"],
    ["dollar", "$step_1.output."],
    ["dollar", "$a-"],
    ["dollar", "$"],
  ])("takes time in proportion to the text: %s %s", (spelling, piece) => {
    const { parts } = parseTemplate(piece.repeat(100_000), spelling);
    expect(parts.length).toBeGreaterThan(0);
  });
});

describe("exactReference", () => {
  it.each<[string, boolean]>([
    ["{{a.b}}", true],
    [" {{a.b}}", false],
    ["{{a.b}} ", false],
    ["{{a}}{{b}}", false],
    ["a", false],
    ["", false],
  ])("%j", (text, expected) => {
    expect(exactReference(parseTemplate(text, "braces")) !== undefined).toBe(expected);
  });
});

describe("writeReference", () => {
  it.each<[Spelling, string]>([
    ["results", "{{results.step_1.a.0}}"],
    ["dollar", "$step_1.output.a.0"],
    ["braces", "{{step_1.a.0}}"],
    ["none", "{{step_1.a.0}}"],
  ])("%s", (spelling, text) => {
    const reference = { name: "step_1", path: ["a", "0"] };
    expect(writeReference(reference, spelling)).toBe(text);
    if (spelling !== "none") expect(exactReference(parseTemplate(text, spelling))).toEqual({ ...reference, text });
  });
});
