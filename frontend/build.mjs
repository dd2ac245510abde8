/** Builds the page and the notebook widget into the server's static folder. */
import { copyFile, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../src/steersman/server/static");
const COPIED = ["app.js", "index.html"];
const FILES = ["widget.js", "app.css", ...COPIED];
const LIMIT_BYTES = 1_000_000;

const options = {
  absWorkingDir: here,
  entryPoints: { widget: "src/widget.tsx" },
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

async function sizes(folder) {
  let total = 0;
  for (const name of FILES) {
    const { size } = await stat(join(folder, name));
    total += size;
    console.log(`${name.padEnd(12)} ${(size / 1000).toFixed(1)} kB`);
  }
  if (total > LIMIT_BYTES) {
    throw new Error(`the built front end has ${total} bytes; the limit is ${LIMIT_BYTES}`);
  }
}

if (process.argv.includes("--watch")) {
  await mkdir(out, { recursive: true });
  for (const name of COPIED) await copyFile(join(here, name), join(out, name));
  for (const each of [options, styles]) {
    await (await esbuild.context(each)).watch();
  }
} else {
  // A failed build must leave the page that was there: build beside it, then change places.
  await mkdir(dirname(out), { recursive: true });
  const fresh = await mkdtemp(`${out}-`);
  try {
    await Promise.all([options, styles].map((each) => esbuild.build({ ...each, outdir: fresh })));
    for (const name of COPIED) await copyFile(join(here, name), join(fresh, name));
    await sizes(fresh);
    await mkdir(out, { recursive: true });
    for (const name of FILES) await rename(join(fresh, name), join(out, name));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
