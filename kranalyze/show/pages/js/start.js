// Unpacks the style and the script of the page, and runs the script. Storing both compressed makes the page a
// quarter smaller.
import { inflate } from "./packed.js";

async function unpacked(id) {
  return new TextDecoder().decode(await inflate(JSON.parse(document.getElementById(id).textContent)));
}

const style = document.createElement("style");
style.textContent = await unpacked("style");
const program = document.createElement("script");
program.type = "module";
program.textContent = await unpacked("common") + await unpacked("program");
document.body.append(style, program);
