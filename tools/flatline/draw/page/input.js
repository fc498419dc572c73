// input.js: moving the map with mouse, touch and keys.

/** A pointer that moves less than this many pixels clicks. */
const CLICK_PIXELS = 5;

/**
 * Listens to the canvas. `actions`: click(x, y), hover(x, y), next(step), clear(), search(), with
 * x and y in pixels of the canvas.
 */
function listen(canvas, view, actions) {
  const pointers = new Map();
  let moved = 0;
  let pinched = false;

  const place = event => {
    const edge = canvas.getBoundingClientRect();
    return {x: event.clientX - edge.left, y: event.clientY - edge.top};
  };
  /** The middle of two fingers, and how far they are apart. */
  const pinch = () => {
    const [a, b] = [...pointers.values()];
    return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y)};
  };

  canvas.addEventListener("pointerdown", event => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) {
      moved = 0;
      pinched = false;
    }
    pointers.set(event.pointerId, place(event));
    pinched = pinched || pointers.size > 1;
  });

  canvas.addEventListener("pointermove", event => {
    const now = place(event);
    actions.hover(now.x, now.y);
    const before = pointers.get(event.pointerId);
    if (!before) return;
    if (pointers.size === 2) {
      const from = pinch();
      pointers.set(event.pointerId, now);
      const to = pinch();
      view.pan(to.x - from.x, to.y - from.y);
      if (from.apart > 0 && to.apart > 0) view.zoomAt(to.x, to.y, to.apart / from.apart);
      return;
    }
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved < CLICK_PIXELS) return;
    pointers.set(event.pointerId, now);
    view.pan(now.x - before.x, now.y - before.y);
  });

  const release = event => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type !== "pointerup" || pinched || moved >= CLICK_PIXELS) return;
    const {x, y} = place(event);
    actions.click(x, y);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);

  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const {x, y} = place(event);
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 32;
    view.zoomAt(x, y, Math.exp(-pixels / 400));
  }, {passive: false});

  const zoom = factor => view.zoomAt(view.width / 2, view.height / 2, factor);
  const keys = {
    ArrowLeft: () => view.pan(80, 0),
    ArrowRight: () => view.pan(-80, 0),
    ArrowUp: () => view.pan(0, 80),
    ArrowDown: () => view.pan(0, -80),
    "+": () => zoom(1.5),
    "=": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "0": () => view.fit(),
    Home: () => view.fit(),
    n: () => actions.next(1),
    p: () => actions.next(-1),
    Escape: () => actions.clear(),
    Enter: () => actions.click(view.width / 2, view.height / 2),
  };
  canvas.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    event.preventDefault();
    actions.search();
  });

  return {zoom};
}
