/** The value of a JSON column. Only this module writes them, so their type is trusted. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type it wrote
export function parseStored<T>(text: unknown): T {
  return JSON.parse(String(text));
}
