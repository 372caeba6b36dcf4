// Makes elements of the page. Text is never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick" || name === "onchange" || name === "oninput" ||
      name === "ontoggle") element[name] = value;
    else if (name === "style") for (const [key, one] of Object.entries(value))
      element.style.setProperty(key, one);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== false)
    element.append(child);
  return element;
}

// Makes an element: h("p", { class: "soft" }, "words", h("b", null, "more")).
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

// Icons of buttons. They are drawn as SVG paths, because not every font has signs of this kind.
const ICONS = {
  first: "M4 3h2v10H4zM13 3v10L6.5 8z", back: "M11.5 3v10L5 8z", forward: "M4.5 3v10L11 8z",
    last: "M10 3h2v10h-2zM3 3v10l6.5-5z",
  turn: "M8 2a6 6 0 0 1 5.7 4.1l1.8-.4-2.5 3.6-3.4-2.8 2-.4A4 4 0 0 0 4.5 6L2.7 5.1A6 6 0 0 1 8 2z" +
    "M8 14a6 6 0 0 1-5.7-4.1l-1.8.4 2.5-3.6 3.4 2.8-2 .4a4 4 0 0 0 7.1.5l1.8.9A6 6 0 0 1 8 14z",
  previous: "M8 2l6 6h-4v6H6V8H2z", next: "M8 14l6-6h-4V2H6v6H2z",
};
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true",
  focusable: "false" }, svg("path", { d: ICONS[name] }));

// Shows text that comes from a file. The element bdi isolates the text, so that direction marks in the text
// do not affect the page.
export const quoted = (text, props) => h("bdi", props, String(text));

export const button = (label, onclick, props) => h("button", { type: "button", onclick, ...props }, label);

export function choice(label, options, value, onchange, props) {
  const select = h("select", { onchange: (event) => onchange(event.target.value), ...props },
    options.map(([key, text]) => h("option", { value: key }, text)));
  select.value = String(value);
  return h("label", { class: "choice" }, h("span", null, label), select);
}

// Runs a job. While jobs run, the root element has the attribute data-busy.
let jobs = 0;
export async function busily(job) {
  document.documentElement.dataset.busy = ++jobs;
  try {
    return await job();
  } finally {
    if (--jobs === 0) delete document.documentElement.dataset.busy;
  }
}
