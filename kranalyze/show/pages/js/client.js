// Connects the page with the worker, the thread that solves positions. The worker is started only once. The
// method `ask` sends a question to the worker, and returns a promise of the answer.
import { inflate } from "./packed.js";
import { Refusal } from "./refusal.js";

export class Client {
  constructor(games) {
    this.games = games;
    this.waiting = new Map();
    this.count = 0;
    this.worker = null;
  }

  begin() {
    this.begun ??= this.started();
    this.begun.catch(() => {});
    return this.begun;
  }

  async started() {
    const [solver, common] = ["solver", "common"].map((id) =>
      JSON.parse(document.getElementById(id).textContent));
    const [shared, worker, wasm] = await Promise.all([common, solver.worker, solver.wasm].map(inflate));
    const address = URL.createObjectURL(new Blob([shared, worker], { type: "text/javascript" }));
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (event) => {
      for (const { no } of this.waiting.values()) no(new Error(event.message || "the worker stopped"));
      this.waiting.clear();
    };
    await this.send("begin", { wasm, games: this.games });
    URL.revokeObjectURL(address);
  }

  answered({ id, answer, error, refused }) {
    const promise = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) promise?.yes(answer);
    else promise?.no(refused ? new Refusal(refused.key, refused.gaps, refused) : new Error(error));
  }

  send(ask, argument) {
    return new Promise((yes, no) => {
      const id = ++this.count;
      this.waiting.set(id, { yes, no });
      this.worker.postMessage({ id, ask, argument });
    });
  }

  async ask(name, argument) {
    await this.begin();
    return this.send(name, argument);
  }
}
