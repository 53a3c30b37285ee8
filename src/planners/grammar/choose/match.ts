import { type Sheet, strengthOf } from "../fill/sheet.ts";
import { languages } from "../../../language/languages.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import type { Range } from "../fill/assign.ts";
import { changing } from "../judge/only-reads.ts";
import { isUnaskedRemoval } from "./removal.ts";
import { score } from "../rules.ts";
import { manifestStems } from "../search/manifest-stems.ts";
import { stemsOf } from "../profile/name-words.ts";

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
  const recall = (stems: readonly string[]): number => {
    let [got, all] = [0, 0];
    for (const stem of stems) {
      const weight = index.rarity(stem) * (actions.has(stem) ? 0.4 : 1);
      all += weight;
      got += weight * strengthOf(sheet, stem, range);
    }
    return all === 0 ? 0 : got / all;
  };
  const name = recall(tool.nameStems);
  const things = tool.things.length === 0 ? name : recall(tool.things);
  const description = recall(tool.described);
  let [sum, words, known] = [0, 0, 0];
  for (const at of sheet.words.content) {
    const token = sheet.reading.tokens[at];
    if (token === undefined || at < range.from || at >= range.to) continue;
    words += 1;
    let best: number | undefined;
    for (const stem of manifestStems(token)) {
      const weight = tool.terms.get(stem);
      if (weight !== undefined) best = Math.max(best ?? 0, weight * index.rarity(stem) * (actions.has(stem) ? 0.4 : 1));
    }
    if (best === undefined) continue;
    known += 1;
    sum += best;
  }
  const explained = words === 0 ? 0 : known / words;
  return {
    name,
    things,
    description,
    explained,
    score: score(
      {
        "tool.name": name,
        "tool.description": description,
        "tool.terms": sum / Math.sqrt(words + 2),
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
