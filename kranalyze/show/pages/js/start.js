// Unpack the script of the page and run it. The page stores it compressed, which saves a quarter of its size.
import { inflate } from "./packed.js";

const program = document.createElement("script");
program.type = "module";
const packed = JSON.parse(document.getElementById("program").textContent);
program.textContent = new TextDecoder().decode(await inflate(packed));
document.body.append(program);
