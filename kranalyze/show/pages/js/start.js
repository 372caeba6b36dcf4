// Unpack the style and the script of the page, and run the script. The page stores them compressed, which
// saves a quarter of its size.
import { inflate } from "./packed.js";

async function unpacked(id) {
  return new TextDecoder().decode(await inflate(JSON.parse(document.getElementById(id).textContent)));
}

const style = document.createElement("style");
style.textContent = await unpacked("style");
const program = document.createElement("script");
program.type = "module";
program.textContent = await unpacked("program");
document.body.append(style, program);
