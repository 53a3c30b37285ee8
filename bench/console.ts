import { openConsoleWorld } from "../test/console/support/console-world.ts";
import { carried } from "../test/console/support/things.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { type Figure, figure } from "./figure.ts";
import { quantile } from "./measure.ts";

// How smooth the console is with a run of 1,000 steps: the time between frames while the run goes on, while its lists are
// scrolled and while its graph is moved. Beside it, the same page with three steps: what the machine itself can do.
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const seconds = quick ? 1 : 4;
  const world = await openConsoleWorld().catch((error: unknown) => String(error));
  if (typeof world === "string") return { figures: [], skipped: [`the console, for want of a browser: ${world}`] };
  const figures: Figure[] = [];
  try {
    for (const steps of [3, 1000]) {
      const done = await carried(world.client, planOf(steps));
      const page = await world.open(`#/runs/${done}?tab=graph`);
      const look = async (name: string, work: string): Promise<void> => {
        const gaps = await page.evaluate<number[]>(gapsDuring(work, seconds));
        figures.push(...figuresOf(name, `${steps} steps`, gaps));
      };
      await page.locator(".node").first().waitFor();
      await look(
        "graph, zooming",
        "document.querySelector(`.react-flow__controls-zoom${gaps.length % 40 < 20 ? 'out' : 'in'}`).click()",
      );
      await page.goto(`${world.url}/#/runs/${done}?tab=time`);
      await page.locator(".timeline-line").first().waitFor();
      await look("timeline, scrolling", "void document.querySelector('.virtual').scrollBy(0, 60)");
      await page.goto(`${world.url}/#/runs/${done}?tab=journal`);
      await page.locator(".journal-line").first().waitFor();
      await look("journal, scrolling", "void document.querySelector('.virtual').scrollBy(0, 60)");
      const { run_id: live } = await world.client.startRun({ body: planOf(steps) });
      await page.goto(`${world.url}/#/runs/${live}?tab=graph`);
      await look("a run that goes on", "");
      await page.close();
    }
    return { figures };
  } finally {
    await world.stop();
  }
}

function planOf(count: number) {
  const steps = Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    kind: "tool",
    tool: "echo_tool",
    args: { text: `line ${at}` },
    dependsOn: at < 10 ? [] : [`s${at - 10}`],
  }));
  return { steps };
}

/** Does the work in every frame and returns the milliseconds between frames. */
function gapsDuring(work: string, seconds: number): string {
  return `new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const until = last + ${seconds * 1000};
    const frame = (now) => {
      gaps.push(now - last);
      last = now;
      ${work};
      if (now < until) requestAnimationFrame(frame);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(frame);
  })`;
}

function figuresOf(name: string, steps: string, gaps: readonly number[]): Figure[] {
  const said = { table: "Frames of the console", name };
  const rates = gaps.map((gap) => 1000 / gap);
  return [
    figure({ ...said, what: `${steps}, the median`, unit: "frames/s", better: "higher" }, rates),
    figure({ ...said, what: `${steps}, 95 % within`, unit: "ms", better: "lower" }, quantile(gaps, 0.95)),
  ];
}
