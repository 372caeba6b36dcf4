// The worker: starts the core, then answers one message after the other.
import { Answers } from "./answer.js";
import { Core } from "./core.js";
import { Questions } from "./question.js";

export async function answers({ wasm, questions, games }) {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  return new Answers(new Core(instance), new Questions(JSON.parse(new TextDecoder().decode(questions)), games));
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  let ready = null;
  self.onmessage = async ({ data: { id, ask, given } }) => {
    try {
      if (ask === "begin") ready = answers(given);
      const solver = await ready;
      self.postMessage({ id, found: ask === "begin" ? null : solver[ask](given) });
    } catch (error) {
      self.postMessage({ id, error: error.message, more: error.at === undefined ? null : { ...error } });
    }
  };
}
