// Unpacks the parts of the page that are compressed and stored in base 85.

// The digits of base 85 in RFC 1924. Other signs replace the three digits that have a meaning in HTML, as
// _DIGITS in table.py defines.
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=/?@^_`{|}~";

// Decodes base 85. Five digits stand for four bytes. The last group may be shorter: 5 - n digits
// then stand for 4 - n bytes.
function fromBase85(text) {
  const worth = [];
  [...DIGITS].forEach((digit, i) => (worth[digit.charCodeAt(0)] = i));
  const view = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let i = 0; i < text.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) number = number * 85 + (k < text.length ? worth[text.charCodeAt(k)] : 84);
    view.setUint32(4 * i / 5, number);
  }
  return new Uint8Array(view.buffer, 0, Math.floor(4 * text.length / 5));
}

export async function inflate(text) {
  const stream = new Blob([fromBase85(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
