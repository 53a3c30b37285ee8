/** Every bench in the order they run, with its time limit: a bench that exceeds it is stopped and reported. */
export const benches = [
  { name: "plan", mostSeconds: 90 },
  { name: "planners", mostSeconds: 90 },
  { name: "runs", mostSeconds: 180 },
  { name: "postgres", mostSeconds: 240 },
  { name: "react", mostSeconds: 120 },
  { name: "server", mostSeconds: 240 },
  { name: "agents", mostSeconds: 180 },
  { name: "telemetry", mostSeconds: 60 },
  { name: "runlist", mostSeconds: 300 },
  { name: "console", mostSeconds: 120 },
  { name: "package", mostSeconds: 120 },
  { name: "engine", mostSeconds: 480 },
  { name: "scale", mostSeconds: 300 },
  { name: "load", mostSeconds: 1_200 },
] as const;
