import type { Sheet } from "../fill/sheet.ts";
import { languages } from "../../../language/languages.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import type { Range } from "../fill/assign.ts";
import { changing } from "../judge/only-reads.ts";
import { isUnaskedRemoval } from "./removal.ts";
import { score } from "../rules.ts";
import { manifestStems } from "../search/manifest-stems.ts";
import { contentStems, stemsOf } from "../profile/name-words.ts";

/** How well the words of a tool and of a part of the goal agree. */
export type Match = {
  /** Share of the tool's name that the goal says, rare words counting more. */
  name: number;
  /** The same without its verb, which may be said once for several: "get the weather and the news". */
  things: number;
  /** The same for the description. */
  description: number;
  /** Share of the goal's content words that the tool knows. */
  explained: number;
  /** Sum for ranking. */
  score: number;
};

export function matchTool(sheet: Sheet, index: ToolIndex, at: { tool: ToolProfile; range: Range }): Match {
  const { tool, range } = at;
  const strength = (stem: string): number => {
    let best = 0;
    for (const one of sheet.words.byStem.get(stem) ?? [])
      if (one.at >= range.from && one.at < range.to && one.strength > best) best = one.strength;
    return best;
  };
  const recall = (stems: readonly string[]): number => {
    let [got, all] = [0, 0];
    for (const stem of stems) {
      const weight = index.rarity(stem) * (actions.has(stem) ? 0.4 : 1);
      all += weight;
      got += weight * strength(stem);
    }
    return all === 0 ? 0 : got / all;
  };
  const name = recall(tool.nameStems);
  const nouns = tool.nameStems.filter((stem) => !languages.en.requestVerbStems.has(stem));
  const things = nouns.length === 0 ? name : recall(nouns);
  const description = recall(contentStems(tool.spec.description));
  const content = sheet.words.content.filter((word) => word >= range.from && word < range.to);
  let [sum, known] = [0, 0];
  for (const word of content) {
    const token = sheet.reading.tokens[word];
    const stems = token === undefined ? [] : manifestStems(token).filter((stem) => tool.terms.has(stem));
    if (stems.length > 0) known += 1;
    sum += Math.max(
      0,
      ...stems.map((stem) => (tool.terms.get(stem) ?? 0) * index.rarity(stem) * (actions.has(stem) ? 0.4 : 1)),
    );
  }
  const explained = content.length === 0 ? 0 : known / content.length;
  return {
    name,
    things,
    description,
    explained,
    score: score(
      {
        "tool.name": name,
        "tool.description": description,
        "tool.terms": sum / Math.sqrt(content.length + 2),
        "tool.verb": verbAgreement(sheet, tool, range),
        "tool.removal": isUnaskedRemoval(sheet, tool, range) ? 1 : 0,
      },
      sheet.without,
    ),
  };
}

/** The verb that opens the request is the tool's own, or the tool is for another one. */
function verbAgreement(sheet: Sheet, tool: ToolProfile, range: Range): number {
  const { tokens, marks } = sheet.reading;
  for (let at = range.from; at < range.to; at += 1) {
    const token = tokens[at];
    if (token === undefined || marks.verbs[at] !== true || weakVerbs.has(token.stem)) continue;
    const language = languages[token.lang];
    const stems = [token.stem, ...language.meanings(token.stem)];
    if (stems.some((stem) => tool.nameStems.includes(stem))) return 0.3;
    if (stems.some((stem) => changing.has(stem))) return -0.6;
    return tool.nameStems.some((stem) => languages.en.requestVerbStems.has(stem) && !asking.has(stem)) ? -0.3 : 0;
  }
  return 0;
}

// Tools that only tell something answer to nearly any verb.
export const asking = stemsOf(
  "get fetch retrieve find search calculate compute show list check analyze determine lookup obtain provide generate",
);
const weakVerbs = stemsOf("need want help know tell like plan use consider imagine suppose");

// Verbs of general use tell little about which tool is meant.
const actions = stemsOf(
  "get fetch retrieve find search calculate compute show list create make update set check analyze determine lookup obtain information data details provide generate",
);
