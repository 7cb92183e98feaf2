// What the page does beyond what it does without scripts: every link and form works without these.
import "htmx.org";

const nonce = document.body.dataset.nonce;
const labels = JSON.parse(document.body.dataset.labels);

document.addEventListener("DOMContentLoaded", () => equip(document.body));
document.addEventListener("htmx:load", (event) => equip(event.detail.elt));
document.addEventListener("htmx:beforeSwap", (event) => {
  event.detail.shouldSwap = true; // what is wrong is told in a page, too
  event.detail.pathInfo.anchor = undefined; // what a link leads to is brought into view, and no further
});
document.addEventListener("htmx:afterSettle", () => {
  const goal = location.hash && document.getElementById(location.hash.slice(1));
  if (goal) goal.scrollIntoView({ block: "nearest" });
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) document.querySelector("#why [data-close]")?.click();
});

function equip(part) {
  each(part, "[data-copy-link]", (button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href);
      button.textContent = button.dataset.done;
    });
  });
  each(part, "[data-filter]", (field) => {
    field.closest("label").hidden = false;
    field.addEventListener("input", () => {
      const wanted = field.value.toLocaleLowerCase();
      for (const item of document.querySelectorAll(field.dataset.filter)) {
        item.hidden = !item.textContent.toLocaleLowerCase().includes(wanted);
      }
      for (const section of document.querySelectorAll(field.dataset.sections)) {
        section.hidden = !section.querySelector("li:not([hidden])");
      }
    });
  });
  each(part, "textarea[data-editor]", editor);
}

async function editor(area) {
  const { edit } = await import("./editor.js");
  const schema = area.dataset.schema ? await (await fetch(area.dataset.schema)).json() : {};
  edit(area, { nonce, labels, schema, marks: (text) => marks(area, text) });
}

/** What is wrong with a text, as the server says. */
async function marks(area, text) {
  const fields = new URLSearchParams(new FormData(area.form));
  fields.set(area.name, text);
  if (area.dataset.of) fields.set("of", area.dataset.of);
  const answer = await fetch(area.dataset.marks, { method: "POST", body: fields });
  return answer.ok ? answer.json() : [];
}

function each(part, selector, equipped) {
  for (const element of part.querySelectorAll(selector)) {
    if (element.dataset.equipped) continue;
    element.dataset.equipped = "true";
    equipped(element);
  }
}
