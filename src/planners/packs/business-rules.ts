import type { BusinessRule } from "../../contracts/actions/business-rule.ts";
import { joinPointer } from "../../plan/pointer.ts";
import type { Pack } from "./pack.ts";

/** The packs' rules as the gate holds them against actions, whoever planned those. */
export function businessRules(packs: readonly Pack[]): BusinessRule[] {
  return packs.flatMap((pack) =>
    pack.rules.flatMap(({ tool, param, required, entity }) => {
      const name = pack.tools[tool]?.name;
      if (name === undefined) return [];
      const pointer = joinPointer("", ...param.split("."));
      const values = entity === undefined ? [] : (pack.entities[entity]?.values ?? []);
      const one_of =
        entity === undefined ? {} : { [pointer]: values.flatMap(({ is, says }) => (is === undefined ? says : [is])) };
      return [{ tool: name, required: required ? [pointer] : [], one_of }];
    }),
  );
}
