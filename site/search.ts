/** Words that say nothing about what somebody looks for. The function is sent to the browser, so it refers to nothing outside. */
const processTerm = (term: string): string | null =>
  /^(?:a|an|and|are|do|does|for|how|i|in|is|it|of|on|or|the|to|what|with)$/i.test(term) ? null : term.toLowerCase();

/** Pages that explain come before pages to look things up in. */
const boostDocument = (id: unknown): number =>
  /(?:concepts|guides|getting-started)/.test(String(id))
    ? 2
    : /(?:decisions|reference|CHANGELOG|changelog)/.test(String(id))
      ? 0.5
      : 1;

/** How the search of the site ranks: words of a heading count most. The reader's test uses the same options. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, titles: 2, text: 1 },
  processTerm,
  boostDocument,
};
