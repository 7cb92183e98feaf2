// Completion from the JSON Schema of scenarios, and from the names that the text itself uses.
import { syntaxTree } from "@codemirror/language";

const CARDS = new Set(["card", "from", "to", "by", "on", "defender", "depart", "in_play", "approach", "withdraw", "adjacent"]);
const FEATURES = new Set(["feature", "modifier", "name", "lose", "gain"]);
const FLAGS = new Set(["start", "stop", "while", "when", "not", "all", "any", "conditions"]);

/** A source of completions for a schema. */
export function completionsOf(schema) {
  return (context) => {
    const word = context.matchBefore(/[\p{L}\p{N}_-]*/u);
    if (word.from === word.to && !context.explicit) return null;
    const { path, isKey } = position(context.state, context.pos);
    const parts = path.reduce((found, key) => found.flatMap((part) => below(schema, part, key)), [schema]);
    const options = isKey ? parts.flatMap((part) => keys(schema, part)) : parts.flatMap((part) => values(schema, part));
    const key = [...path].reverse().find((each) => typeof each === "string");
    if (!isKey) options.push(...names(context.state, key));
    const seen = new Set();
    const distinct = options.filter(({ label }) => !seen.has(label) && seen.add(label));
    return distinct.length ? { from: word.from, options: distinct, validFor: /^[\p{L}\p{N}_-]*$/u } : null;
  };
}

/** The keys that lead to a place in the text, and whether a key is written there. */
function position(state, pos) {
  const path = [];
  let node = syntaxTree(state).resolveInner(pos, -1);
  let isKey = false;
  const text = (from) => state.sliceDoc(from.from, from.to).replace(/^["']|["']$/g, "");
  if (node.name === "Key" || node.parent?.name === "Key") isKey = true;
  for (let at = node; at; at = at.parent) {
    if (at.name === "Pair") {
      const key = at.getChild("Key");
      if (key && !(isKey && key.from <= pos && pos <= key.to)) path.unshift(text(key));
    } else if (at.name === "Item" || at.name === "FlowSequence") path.unshift(0);
  }
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  if (!isKey && /(^|[-{,])\s*[\p{L}\p{N}_-]*$/u.test(before) && !/\[[^\]]*$/.test(before)) {
    isKey = true;
    return { path: before.includes("{") ? path : outline(state, line, before), isKey };
  }
  return { path, isKey };
}

/** On a line without a key as yet, the keys above that are indented less. */
function outline(state, line, before) {
  const path = [];
  let indent = before.search(/\S|$/);
  if (/^\s*-/.test(before)) path.unshift(0);
  for (let number = line.number - 1; number >= 1 && indent > 0; number--) {
    const text = state.doc.line(number).text;
    const found = /^(\s*)(- )?\s*(["']?)([^:"'#]+)\3:(\s|$)/.exec(text);
    if (!found) continue;
    const column = found[1].length + (found[2] ? 2 : 0);
    if (found[1].length < indent && (column < indent || !found[2])) {
      path.unshift(found[4].trim());
      if (found[2]) path.unshift(0);
      indent = found[1].length;
    }
  }
  return path;
}

function resolved(schema, part) {
  while (part?.$ref) part = part.$ref.split("/").slice(1).reduce((at, key) => at?.[key], schema);
  return part ?? {};
}

/** All the forms that a part may have. */
function forms(schema, part) {
  const whole = resolved(schema, part);
  return [whole, ...[...(whole.anyOf ?? []), ...(whole.oneOf ?? [])].flatMap((each) => (each.$ref || each.type ? forms(schema, each) : []))];
}

function below(schema, part, key) {
  return forms(schema, part).flatMap((form) => {
    if (typeof key === "number") return [form.items, ...(form.prefixItems ?? [])].filter(Boolean);
    const named = form.properties?.[key];
    if (named) return [named];
    return typeof form.additionalProperties === "object" ? [form.additionalProperties] : [];
  });
}

function keys(schema, part) {
  return forms(schema, part).flatMap((form) =>
    Object.entries(form.properties ?? {}).map(([label, property]) => ({
      label, apply: `${label}: `, type: "property", info: property.description ?? resolved(schema, property).description,
    })));
}

function values(schema, part) {
  return forms(schema, part).flatMap((form) =>
    [...(form.enum ?? []), ...("const" in form ? [form.const] : [])].map((value) => ({ label: String(value), type: "enum" })));
}

/** The cards, features and flags that the text names, where one of them is asked for. */
function names(state, key) {
  const text = state.doc.toString();
  if (CARDS.has(key)) {
    const cards = /^cards:[^\n]*\n((?:[ \t]+[^\n]*\n?|\s*\n|#[^\n]*\n)*)/mu.exec(text)?.[1] ?? "";
    return [...cards.matchAll(/^  ([\p{L}\p{N}_ -]+):/gmu)].map(([, label]) => ({ label, type: "variable" }));
  }
  if (FEATURES.has(key)) return [...text.matchAll(/(?:feature|name|modifier|lose):\s*([\p{L}][\p{L} ]*)/gu)].map(([, label]) => ({ label: label.trim(), type: "variable" }));
  if (FLAGS.has(key)) return [...text.matchAll(/(?:start|stop|while|when):\s*([\p{L}][\p{L}\p{N}-]*)/gu)].map(([, label]) => ({ label, type: "variable" }));
  return [];
}
