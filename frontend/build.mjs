/** Builds the page and the notebook widget into the server's static folder. */
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../src/steersman/server/static");
const COPIED = ["app.js", "index.html"];
const FILES = ["widget.js", "widget.css", ...COPIED];
const LIMIT_BYTES = 1_000_000;

/** The colors of palette.json as CSS variables: `@import "palette:variables"`. */
const palette = {
  name: "palette",
  setup(build) {
    const file = join(here, "../src/steersman/palette.json");
    build.onResolve({ filter: /^palette:/ }, ({ path }) => ({ path, namespace: "palette" }));
    build.onLoad({ filter: /./, namespace: "palette" }, async () => {
      const all = JSON.parse(await readFile(file, "utf8"));
      const variables = (theme) => {
        const models = all.models[theme].map((color, place) => [`model-${place}`, color]);
        const named = [...Object.entries(all[theme]), ...models];
        return named.map(([name, color]) => `--${name}: ${color};`).join("\n");
      };
      const contents = `.steersman { ${variables("light")} }
        .steersman[data-theme="dark"] { ${variables("dark")} }`;
      return { contents, loader: "css", watchFiles: [file] };
    });
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: { widget: "src/app/widget.tsx" },
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  plugins: [palette],
};

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
  await (await esbuild.context(options)).watch();
} else {
  // A failed build must leave the page that was there: build beside it, then change places.
  await mkdir(dirname(out), { recursive: true });
  const fresh = await mkdtemp(`${out}-`);
  try {
    await esbuild.build({ ...options, outdir: fresh });
    for (const name of COPIED) await copyFile(join(here, name), join(fresh, name));
    await sizes(fresh);
    await mkdir(out, { recursive: true });
    for (const name of FILES) await rename(join(fresh, name), join(out, name));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
