import DefaultTheme from "vitepress/theme-without-fonts";
import type { Theme } from "vitepress";
import Diagram from "./Diagram.vue";
import "./site.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Diagram", Diagram);
  },
} satisfies Theme;
