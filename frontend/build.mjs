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
// app.js comes last: the build hook takes it as the sign that all is there
await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: made,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["*.ttf"],
  legalComments: "eof",
  logLevel: "warning",
});
