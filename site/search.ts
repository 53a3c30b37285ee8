/** How the search of the site ranks: words of a heading count most. The reader's test uses the same options. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, titles: 2, text: 1 },
} as const;
