import type { Issue, IssueState, Project, Team } from "../workspace.ts";
import type { Calendar } from "./calendar.ts";
import { people } from "./people.ts";

const teams: readonly Team[] = [
  { id: "team_studio", key: "STU", name: "Студия" },
  { id: "team_dev", key: "DEV", name: "Разработка" },
  { id: "team_marketing", key: "MKT", name: "Marketing" },
];

type ProjectRow = readonly [id: string, name: string, team: string, state: Project["state"], inDays: number];

const projects: readonly ProjectRow[] = [
  ["proj_sever_brand", "Север: фирменный стиль", "team_studio", "started", 30],
  ["proj_sever_menu", "Север: меню", "team_studio", "started", 14],
  ["proj_site", "Сайт студии", "team_dev", "started", 60],
  ["proj_q4", "Q4 campaign", "team_marketing", "planned", 75],
];

type SeedIssue = readonly [
  team: string,
  title: string,
  state: IssueState,
  priority: number,
  dueInDays: number | undefined,
  assignee: number | undefined,
  project?: string,
];

const issues: readonly SeedIssue[] = [
  ["team_studio", "Логотип: три варианта", "In Review", 2, -1, 2, "proj_sever_brand"],
  ["team_studio", "Паттерны и носители", "In Progress", 3, 4, 2, "proj_sever_brand"],
  ["team_studio", "Гайдлайн", "Todo", 3, 20, 4, "proj_sever_brand"],
  ["team_studio", "Вёрстка меню", "In Progress", 1, -3, 4, "proj_sever_menu"],
  ["team_studio", "Согласовать цены в меню", "Todo", 2, -6, 0, "proj_sever_menu"],
  ["team_studio", "Подготовить КП для Вектора", "Todo", 2, 2, 0],
  ["team_studio", "Собрать референсы для Мирты", "Backlog", 4, undefined, undefined],
  ["team_studio", "Презентация для Альфа Мед", "Done", 2, -9, 0],
  ["team_dev", "Форма заявки не отправляется", "In Progress", 1, -2, 1, "proj_site"],
  ["team_dev", "Ускорить главную страницу", "Todo", 3, 10, 1, "proj_site"],
  ["team_dev", "Перенести сайт на новый хостинг", "Backlog", 3, undefined, 1, "proj_site"],
  ["team_dev", "Update dependencies", "Canceled", 4, -15, 3],
  ["team_marketing", "Write the Acme case study", "In Progress", 3, 6, 3, "proj_q4"],
  ["team_marketing", "Newsletter for November clients", "Todo", 2, -4, 3, "proj_q4"],
  ["team_marketing", "Обновить портфолио на сайте", "Todo", 3, 12, 4],
];

type TrackerSeed = { teams: Team[]; projects: Project[]; issues: Issue[] };

export function seedTracker(calendar: Calendar): TrackerSeed {
  const counts = new Map<string, number>();
  const next = (team: string): string => {
    const number = (counts.get(team) ?? 0) + 1;
    counts.set(team, number);
    return `${teams.find(({ id }) => id === team)?.key ?? ""}-${number}`;
  };
  return {
    teams: [...teams],
    projects: projects.map(([id, name, team_id, state, days]) => {
      const url = `https://linear.example/studio/project/${id}`;
      return { id, name, team_id, state, target_date: calendar.day(days), url };
    }),
    issues: issues.map((row, at) => toIssue(row, { calendar, at, identifier: next(row[0]) })),
  };
}

type IssuePosition = { calendar: Calendar; at: number; identifier: string };

function toIssue(
  [team_id, title, state, priority, due, who, project]: SeedIssue,
  { calendar, at, identifier }: IssuePosition,
): Issue {
  return {
    id: `iss_${String(at + 1).padStart(4, "0")}`,
    identifier,
    title,
    description: "",
    team_id,
    ...(project !== undefined && { project_id: project }),
    state,
    priority,
    ...(due !== undefined && { due_date: calendar.day(due) }),
    ...(who !== undefined && { assignee_id: people[who]?.id ?? people[0].id }),
    comments: [],
    url: `https://linear.example/studio/issue/${identifier}`,
    created_at: calendar.time(-30 + at),
    updated_at: calendar.time(-1),
  };
}
