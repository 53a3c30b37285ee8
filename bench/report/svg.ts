/** Common parts of all plots: colours for light and dark, a frame, a title and labelled axes. */
export const width = 760;

const style = `<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 14px } .soft { fill: #59636e }
.ground { fill: #ffffff; stroke: #d1d9e0 } .grid { stroke: #e4e8ec } .axis { stroke: #818b98 } .aim { stroke: #bc4c00; stroke-width: 2.5 }
.fill-0 { fill: #0969da } .fill-1 { fill: #1a7f37 } .fill-2 { fill: #8250df } .fill-3 { fill: #9a6700 } .fill-4 { fill: #818b98 }
.line-0 { stroke: #0969da } .line-1 { stroke: #1a7f37 } .line-2 { stroke: #8250df } .line-3 { stroke: #9a6700 } .line-4 { stroke: #818b98 }
.line { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .soft { fill: #9198a1 } .ground { fill: #0d1117; stroke: #3d444d } .grid { stroke: #262c34 } .axis { stroke: #656c76 }
.aim { stroke: #f0883e }
.fill-0 { fill: #4493f8 } .fill-1 { fill: #3fb950 } .fill-2 { fill: #ab7df8 } .fill-3 { fill: #d29922 } .fill-4 { fill: #656c76 }
.line-0 { stroke: #4493f8 } .line-1 { stroke: #3fb950 } .line-2 { stroke: #ab7df8 } .line-3 { stroke: #d29922 } .line-4 { stroke: #656c76 }
}
</style>`;

export function svg(title: string, height: number, parts: readonly string[]): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escape(title)}">`,
    style,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    text(title, { x: 16, y: 24, className: "title" }),
    ...parts,
    "</svg>\n",
  ].join("\n");
}

type TextPosition = { x: number; y: number; className?: string; anchor?: "start" | "middle" | "end"; turned?: boolean };

export function text(said: string, { x, y, className, anchor = "start", turned = false }: TextPosition): string {
  const look = className === undefined ? "" : ` class="${className}"`;
  const turn = turned ? ` transform="rotate(-90 ${near(x)} ${near(y)})"` : "";
  return `<text x="${near(x)}" y="${near(y)}" text-anchor="${anchor}"${look}${turn}>${escape(said)}</text>`;
}

type Line = { x1: number; y1: number; x2: number; y2: number; className: string };

export function line({ x1, y1, x2, y2, className }: Line): string {
  return `<line class="${className}" x1="${near(x1)}" y1="${near(y1)}" x2="${near(x2)}" y2="${near(y2)}"/>`;
}

/** One decimal is finer than a pixel. */
export function near(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(said: string): string {
  return said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
