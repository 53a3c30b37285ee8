import type { lessonsRoutes } from "../../contracts/api/routes/lessons.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { HandlersOf } from "../http/exchange.ts";

export function lessonHandlers({ lessons }: Planwright): HandlersOf<typeof lessonsRoutes> {
  return {
    teachLesson: ({ body, principal: { tenant, name } }) => lessons.teach({ tenant, by: name }, body),
    listLessons: ({ query, principal: { tenant } }) => lessons.list(tenant, query),
    getLesson: ({ params: { id }, principal: { tenant } }) => lessons.get(tenant, id),
    revokeLesson: ({ params: { id }, principal: { tenant, name } }) => lessons.revoke({ tenant, by: name }, id),
    exportTaught: async ({ principal: { tenant } }) =>
      new Response(await lessons.export(tenant), { headers: { "content-type": "text/plain; charset=utf-8" } }),
    listTaughtVersions: ({ query: { limit }, principal: { tenant } }) => lessons.versions(tenant, limit),
    diffTaught: ({ query, principal: { tenant } }) => lessons.diff(tenant, query),
    listOffers: ({ principal: { tenant } }) => lessons.offers(tenant),
    revertTaught: ({ body: { version }, principal: { tenant, name } }) => lessons.revert({ tenant, by: name }, version),
  };
}
