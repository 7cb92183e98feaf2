// Bundles what runs in a browser, and the licences of what is in it, into the package: `npm ci && node build.mjs`.
import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const STATIC = new URL("../pyrules/web/static/", import.meta.url).pathname;

const { metafile } = await build({
  entryPoints: { page: "src/page.js", editor: "src/editor.js" },
  outdir: STATIC,
  bundle: true,
  format: "esm",
  external: ["./editor.js"],
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
});

const inside = new Set(
  Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean),
);
const licences = [];
for (const name of [...inside].sort()) {
  const { version, license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
  const file = (await readdir(`node_modules/${name}`)).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? await readFile(`node_modules/${name}/${file}`, "utf8") : "";
  licences.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
}
await writeFile(`${STATIC}LICENSES.txt`, licences.join(`\n${"-".repeat(78)}\n\n`));

// What tests of accessibility run in the page.
await copyFile("node_modules/axe-core/axe.min.js", new URL("../tests/data/axe.min.js", import.meta.url).pathname);
