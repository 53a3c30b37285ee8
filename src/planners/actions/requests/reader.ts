import type { Pack } from "../../packs/pack.ts";
import type { PackRecord } from "../../packs/records.ts";
import { codeOf, type Mark, type Sense } from "../words/mark.ts";
import type { Local } from "../words/when.ts";

/** What requests are read with. */
export type Scene = { marks: readonly Mark[]; source: string; pack: Pack; now: Local };

/** Code that is being read: what a pattern took is gone from it. */
export type Reader = { scene: Scene; code: string };

export function readerOf(scene: Scene, from: number, to: number): Reader {
  return { scene, code: codeOf(scene.marks, from, to) };
}

/** Takes the first match out of the code; its groups, or undefined. A bar stands where it was. */
export function take(reader: Reader, pattern: RegExp): readonly string[] | undefined {
  const match = pattern.exec(reader.code);
  if (match === null) return undefined;
  const before = reader.code.slice(0, match.index);
  const after = reader.code.slice(match.index + match[0].length);
  reader.code = `${before} | ${after}`.replaceAll(/ {2,}/g, " ");
  return [...match].map((group) => group ?? "");
}

export function takeAll(reader: Reader, pattern: RegExp): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (let groups = take(reader, pattern); groups !== undefined; groups = take(reader, pattern)) found.push(groups);
  return found;
}

export function markOf(reader: Reader, place: string | undefined): Mark | undefined {
  return place === undefined || place === "" ? undefined : reader.scene.marks[Number(place)];
}

export function sensesAt(reader: Reader, place: string | undefined): readonly Sense[] {
  const mark = markOf(reader, place);
  return mark?.is === "senses" ? mark.senses : [];
}

export function recordOf(scene: Scene, kind: string): PackRecord | undefined {
  return scene.pack.records[kind];
}

const noise = new Set(
  `the a an my our your his her its their of that which who are is was were be been being some any it there in on at for to with by from
  as and or i we you me us 's | , ' ( ) - please can could would also just currently now right still both each every all so up into onto
  have has had do does did will can't if this these those one ones new because since then too here out yet already whose where when
  those them they i'm i've we're i'd it's that's there's am let know thing things item items got get received same time need needs needing
  urgently immediately asap quickly anymore instead again soon away straight thanks thank kindly okay ok own entire whole respective relevant associated
  actually basically simply today's you're should would like go ahead going want wants sure make really very other exact particular specific`.split(
    /\s+/,
  ),
);

/** What nobody has accounted for: words that carry meaning, and marks. */
export function leftOver(reader: Reader): string[] {
  return reader.code
    .trim()
    .split(/\s+/)
    .filter((unit) => unit !== "" && !noise.has(unit))
    .map((unit) => markOf(reader, /#(\d+)$/.exec(unit)?.[1])?.text ?? unit);
}
