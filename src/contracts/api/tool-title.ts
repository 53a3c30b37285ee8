/** `LINEAR_CREATE_LINEAR_ISSUE` is "Create issue", `quote_lookup` is "Quote lookup". */
export function toolTitle(slug: string): string {
  const words = slug
    .replace(/^.*[./]/, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .split(/[\s_-]+/)
    .filter((word) => word !== "");
  const [toolkit, ...rest] = words.map((word) => word.toLowerCase());
  // A slug in capitals begins with the name of its toolkit.
  const named = /^[A-Z\d_]+$/.test(slug) && rest.length > 1 ? rest.filter((word) => word !== toolkit) : undefined;
  const text = (named ?? words.map((word) => word.toLowerCase())).join(" ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
