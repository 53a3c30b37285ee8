/** The path segments after the page's name. */
export type PageProps = { path: readonly string[] };
