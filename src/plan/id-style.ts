/** How each contract numbers its steps. */
export const idStyles = {
  service: (number: number): string => `step-${number}`,
  structured: (number: number): string => `step_${number}`,
  determinism: (number: number): string => `s${number}`,
  actions: (number: number): string => `a${number}`,
} as const;

export type IdStyle = keyof typeof idStyles;

const numbered = /^(?:step[-_]|s|a)([1-9][0-9]{0,8})$/;

/**
 * The ids in another style. Numbers are kept where every id has its own; otherwise the steps are renumbered by position,
 * so that no two steps get the same id.
 */
export function restyleIds(ids: readonly string[], style: IdStyle): Map<string, string> {
  const numbers = ids.map((id) => numbered.exec(id)?.[1]);
  const kept = !numbers.includes(undefined) && new Set(numbers).size === ids.length;
  return new Map(ids.map((id, at) => [id, idStyles[style](kept ? Number(numbers[at]) : at + 1)]));
}
