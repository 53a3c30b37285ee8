import type { Figure } from "../figure.ts";
import { machineLine } from "../machine.ts";
import { sayNumber } from "../print.ts";
import type { Result } from "../results.ts";
import { plots } from "./plots.ts";

/** Replaces the text between `<!-- name -->` and `<!-- end -->`; the text around it is written by hand. */
export function fillBlocks(document: string, blocks: Readonly<Record<string, string>>): string {
  return document.replaceAll(
    /(<!-- ([\w-]+) -->\n)[^]*?(<!-- end -->)/g,
    (whole, open: string, name: string, close: string) => {
      const text = blocks[name];
      return text === undefined ? whole : `${open}\n${text}\n\n${close}`;
    },
  );
}

/** One bench as Markdown: when and where it ran, its tables, its plots, and what it could not measure. */
export function benchBlock(bench: string, result: Result): string {
  const { machine, ranAt, quick, figures, skipped } = result;
  const form = quick ? " The quick form: rough figures." : "";
  const tables = [...Map.groupBy(figures, ({ table }) => table)].map(([title, own]) => tableOf(title, own));
  const drawn = figures.length === 0 ? [] : plots.filter((plot) => plot.bench === bench);
  return [
    `\`npm run bench -- ${bench}\`, ${ranAt.slice(0, 10)}: ${machineLine(machine)}.${form}`,
    ...tables,
    ...drawn.map(({ file, alt }) => `![${alt}](plots/${file})`),
    ...skipped.map((reason) => `Not measured: ${reason}.`),
  ].join("\n\n");
}

/** One row for each name and one column for each figure; a single row is transposed. */
function tableOf(title: string, figures: readonly Figure[]): string {
  const rows = Map.groupBy(figures, ({ name }) => name);
  const columns = [...new Set(figures.map(({ what }) => what))];
  if (rows.size === 1) {
    const [[name = "", own = []] = []] = rows;
    return markdown(
      [title, name],
      own.map((figure) => [figure.what, cell(figure)]),
    );
  }
  const lines = [...rows].map(([name, own]) => [
    name,
    ...columns.map((what) => cell(own.find((figure) => figure.what === what))),
  ]);
  return markdown([title, ...columns], lines);
}

export function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head), `|${head.map(() => "---").join("|")}|`, ...lines.map(row)].join("\n");
}

function cell(figure: Figure | undefined): string {
  if (figure === undefined) return "";
  const { value, unit, aim, met, better } = figure;
  const said = `${sayNumber(value)}${unit === "" ? "" : ` ${unit}`}`;
  if (aim === undefined) return said;
  const wanted = `${better === "higher" ? "≥" : "≤"} ${sayNumber(aim)}`;
  return met === true ? `${said} (${wanted})` : `${said} (**missed** ${wanted})`;
}
