/** What of the address comes after the page's own name. */
export type PageProps = { path: readonly string[] };
