import type { BusinessRule } from "../../contracts/actions/business-rule.ts";
import { joinPointer } from "../../plan/pointer.ts";
import { fillTemplate } from "./fill-template.ts";
import type { Pack } from "./pack.ts";

/** The packs' rules as the gate holds them against actions, whoever planned those. */
export function businessRules(packs: readonly Pack[]): BusinessRule[] {
  return packs.flatMap((pack) =>
    pack.rules.flatMap(({ tool, param, required, entity, record }) => {
      const name = pack.tools[tool]?.name;
      if (name === undefined) return [];
      const pointer = joinPointer("", ...param.split("."));
      const values = entity === undefined ? [] : (pack.entities[entity]?.values ?? []);
      const one_of =
        entity === undefined ? {} : { [pointer]: values.flatMap(({ is, says }) => (is === undefined ? says : [is])) };
      const listing = record === undefined ? undefined : listingOf(pack, record);
      return [
        { tool: name, required: required ? [pointer] : [], one_of, listed: listing ? { [pointer]: listing } : {} },
      ];
    }),
  );
}

/** How to list the ids of a kind of record. */
function listingOf({ records, tools, settings }: Pack, kind: string): BusinessRule["listed"][string] | undefined {
  const record = records[kind];
  const tool = tools[record?.search.tool ?? ""]?.name;
  if (record === undefined || tool === undefined) return undefined;
  const values = new Map(Object.entries(settings).map(([name, value]) => [`settings.${name}`, value]));
  return { tool, args: fillTemplate(record.search.args, values), items: record.search.items, id: record.id };
}
