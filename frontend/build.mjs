/** Builds the page and the notebook widget into the server's static folder. */
import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../src/steersman/server/static");
const LIMIT_BYTES = 1_000_000;

const options = {
  absWorkingDir: here,
  entryPoints: {
    app: "src/main.tsx",
    widget: "src/widget.tsx",
  },
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
};
const styles = { ...options, entryPoints: { app: "src/style.css" } };

async function sizes() {
  let total = 0;
  for (const name of ["index.html", "app.js", "app.css", "widget.js"]) {
    const { size } = await stat(join(out, name));
    total += size;
    console.log(`${name.padEnd(12)} ${(size / 1000).toFixed(1)} kB`);
  }
  if (total > LIMIT_BYTES) {
    throw new Error(`the built front end has ${total} bytes; the limit is ${LIMIT_BYTES}`);
  }
}

if (process.argv.includes("--watch")) {
  await mkdir(out, { recursive: true });
  await copyFile(join(here, "index.html"), join(out, "index.html"));
  for (const each of [options, styles]) {
    await (await esbuild.context(each)).watch();
  }
} else {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await Promise.all([esbuild.build(options), esbuild.build(styles)]);
  await copyFile(join(here, "index.html"), join(out, "index.html"));
  await sizes();
}
