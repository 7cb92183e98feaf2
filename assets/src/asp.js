// Answer-set programs, as far as colours need it.
export const asp = {
  name: "asp",
  startState: () => ({ block: false }),
  token(stream, state) {
    if (state.block) {
      if (stream.skipTo("*%")) { stream.match("*%"); state.block = false; } else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("%*")) { state.block = true; return "comment"; }
    if (stream.eat("%")) { stream.skipToEnd(); return "comment"; }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^#[a-z]+/)) return "keyword";
    if (stream.match(/^not\b/)) return "keyword";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^_*[A-Z]\w*/)) return "variableName";
    if (stream.match(/^_*[a-z]\w*/)) return "propertyName";
    if (stream.match(/^(:-|:~|<=|>=|!=|[<>=])/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "%" } },
};
