// Bundles the page of `forge edit` into scenario_forge/editor/static/: one script, one style sheet, the page, the fonts.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const made = join(here, "../scenario_forge/editor/static");
const fonts = join(here, "../scenario_forge/printing/fonts");

await rm(made, { recursive: true, force: true });
await mkdir(made, { recursive: true });
await copyFile(join(here, "src/index.html"), join(made, "index.html"));
const shown = [
  "BarlowCondensed-Regular",
  "BarlowCondensed-SemiBold",
  "ForgeSans-Regular",
  "ForgeSans-SemiBold",
  "ForgeSerif-SemiBold",
];
for (const name of shown) {
  await copyFile(join(fonts, `${name}.ttf`), join(made, `${name}.ttf`));
}
const options = { absWorkingDir: here, outdir: made, bundle: true, minify: true, target: ["es2022"], logLevel: "warning" };
// scripts of reports, which hold them as they are: each by itself, so that it opens from a file
const pages = ["replay", "dossier", "diff", "collate-form", "collate-map"];
await build({ ...options, entryPoints: pages.map((name) => `src/pages/${name}.ts`), format: "iife" });
// app.js comes last: the build hook takes it as the sign that all is there
await build({
  ...options,
  entryPoints: { app: "src/main.tsx" },
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["*.ttf"],
  legalComments: "eof",
});
