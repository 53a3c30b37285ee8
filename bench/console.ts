import { openConsoleWorld } from "../test/console/support/console-world.ts";
import { carried } from "../test/console/support/things.ts";

// How smooth the console is with a run of 1,000 steps: the time between frames while the run goes on, while its lists are
// scrolled and while its graph is moved. Beside it, the same page with three steps: what the machine itself can do.
const secondsEach = 4;

export async function run(): Promise<void> {
  const world = await openConsoleWorld();
  try {
    for (const steps of [3, 1000]) {
      const done = await carried(world.client, planOf(steps));
      const page = await world.open(`#/runs/${done}?tab=graph`);
      const look = async (name: string, work: string): Promise<void> => {
        const gaps = await page.evaluate<number[]>(measured(work));
        console.log(`${String(steps).padStart(5)} steps  ${name.padEnd(10)} ${told(gaps)}`);
      };
      await page.locator(".node").first().waitFor();
      await look(
        "graph",
        "document.querySelector(`.react-flow__controls-zoom${gaps.length % 40 < 20 ? 'out' : 'in'}`).click()",
      );
      await page.goto(`${world.url}/#/runs/${done}?tab=time`);
      await page.locator(".timeline-line").first().waitFor();
      await look("timeline", "void document.querySelector('.virtual').scrollBy(0, 60)");
      await page.goto(`${world.url}/#/runs/${done}?tab=journal`);
      await page.locator(".journal-line").first().waitFor();
      await look("journal", "void document.querySelector('.virtual').scrollBy(0, 60)");
      const { run_id: live } = await world.client.startRun({ body: planOf(steps) });
      await page.goto(`${world.url}/#/runs/${live}?tab=graph`);
      await look("live run", "");
      await page.close();
    }
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

/** Does the work in every frame and gives the milliseconds between them. */
function measured(work: string): string {
  return `new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const until = last + ${secondsEach * 1000};
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

function told(gaps: readonly number[]): string {
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  const late = gaps.filter((gap) => gap > 50).length;
  return `${String(Math.round(gaps.length / secondsEach)).padStart(3)} frames a second, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, worst ${at(1)} ms, ${late} above 50 ms`;
}
