// The editor: scenarios in YAML and rules in ASP, with completion from the schema and marks from the server.
import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { asp } from "./asp.js";
import { completionsOf } from "./completion.js";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.variableName], color: "var(--warn)" },
  { tag: [tags.keyword, tags.operator], color: "var(--bad)" },
]);

const theme = EditorView.theme({
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--paper)", color: "var(--quiet)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "transparent" },
  "&.cm-focused .cm-activeLine": { background: "var(--accent-wash)" },
  "&.cm-focused .cm-cursor": { borderColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": { background: "var(--differs) !important" },
  ".cm-tooltip": { background: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--paper)" },
  ".cm-completionDetail": { color: "inherit" },
});

/** Types over what is selected. Left to itself, the browser keeps the looks of what goes by a style attribute, which the
    policy of the page refuses. */
function typeOver(event, view) {
  const { from, to, empty } = view.state.selection.main;
  if (event.inputType !== "insertText" || event.data === null || empty || view.composing) return false;
  const typed = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const handled = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, event.data, typed));
  if (!handled) view.dispatch(typed());
  return true;
}

/** Puts an editor in the place of a text area, which keeps what is sent. */
export function edit(area, { nonce, labels, schema, marks }) {
  const language = area.dataset.editor === "yaml"
    ? [yaml(), autocompletion({ override: [completionsOf(schema)] })]
    : [StreamLanguage.define(asp)];
  const view = new EditorView({
    parent: area.parentElement,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorState.phrases.of(labels),
        EditorView.contentAttributes.of({ "aria-label": area.labels?.[0]?.textContent ?? "", id: `${area.id}-editor`, tabindex: "0" }),
        EditorView.domEventHandlers({ beforeinput: typeOver }),
        EditorView.lineWrapping,
        lineNumbers(), history(), bracketMatching(), closeBrackets(), indentOnInput(), highlightActiveLine(),
        indentUnit.of("  "), language, syntaxHighlighting(colours), theme,
        lintGutter(), linter(async (view) => (await marks(view.state.doc.toString())).map((mark) => placed(view, mark)), { delay: 500 }),
        keymap.of([
          { key: "Mod-Enter", run: () => { area.form.requestSubmit(); return true; } },
          ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => { if (update.docChanged) area.value = update.state.doc.toString(); }),
      ],
    }),
  });
  area.before(view.dom);
  area.hidden = true;
  return view;
}

/** What is wrong, at its place in the text: from the column to the end of the word. */
function placed(view, { line, column, message, severity }) {
  const text = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  const from = Math.min(text.from + Math.max(column - 1, 0), text.to);
  const word = /^[^\s,\]}]+/u.exec(text.text.slice(from - text.from));
  return { from, to: from + (word ? word[0].length : 0), severity, message };
}
