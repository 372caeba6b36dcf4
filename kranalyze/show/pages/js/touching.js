// Draws only while no finger or mouse button is down, so that a touch ends on the element on which it began.

// Returns a function that calls draw at once if no finger or mouse button is down. Otherwise the function
// calls draw as soon as the finger or button is up.
export function untouched(draw) {
  let isPressed = false;
  let isWaiting = false;
  let ending = 0;
  document.addEventListener("pointerdown", () => {
    clearTimeout(ending);
    isPressed = true;
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => (ending = setTimeout(() => {
      isPressed = false;
      if (isWaiting) draw();
      isWaiting = false;
    }, 50)));
  return () => {
    if (isPressed) isWaiting = true;
    else draw();
  };
}
