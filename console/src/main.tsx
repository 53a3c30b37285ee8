import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { config } from "zod";
import { App } from "./app/app.tsx";
import { applySettings } from "./app/settings.ts";
import "./design/tokens.css";
import "./design/base.css";
import "./design/parts.css";
import "./design/states.css";
import "./design/layout.css";
import "./app/shell.css";

// The page's CSP forbids eval, which zod's compiled parsers need.
config({ jitless: true });
applySettings();

const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
