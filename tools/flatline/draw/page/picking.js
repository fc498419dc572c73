// picking.js: what lies under a point of the map. Only what is shown can be picked.

/** How far from a line or vertex a click may be, in pixels; half of what a fingertip covers. */
const PICK_PIXELS = 7;
const TOUCH_PIXELS = 22;

/** The squared distance of a point from a piece of a line. */
function distance2(x, y, ax, ay, bx, by) {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length2));
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** The nearest of some items: those with the least `distance2Of` up to `reach`; -1 for none. */
function nearestOf(items, reach, distance2Of) {
  let found = -1;
  let least = reach * reach;
  for (const item of items) {
    const far = distance2Of(item);
    if (far <= least) {
      found = item;
      least = far;
    }
  }
  return found;
}

/**
 * The index of the worst finding whose mark is at a point, or -1. With `least`, in map units, marks
 * are at least that large; then the nearest counts.
 */
function pickFinding(painter, x, y, least) {
  const {findings, state} = painter;
  let found = -1;
  let nearest = Infinity;
  findings.forEach((finding, i) => {
    if (finding.x === undefined || !state.severities[finding.severity]) return;
    const far = Math.hypot(finding.x - x, finding.y - y);
    if (far > Math.max(least, painter.markSize(finding.severity))) return;
    const better = least > 0 && far !== nearest ? far < nearest
                                                : finding.severity > findings[found]?.severity;
    if (found < 0 || better) {
      found = i;
      nearest = far;
    }
  });
  return found;
}

/** {kind, index} of what is nearest to a point within `reach`, or null: a thing, a vertex, a line. */
function pickElement(painter, x, y, reach) {
  const {model, state} = painter;
  const near = new Box(x, y, x, y).grown(Math.max(reach, painter.thingSize));
  const things = painter.things.visible(near).flatMap(cell => cell.items)
    .filter(i => state.things[model.thingKinds[i]]);
  const thing = nearestOf(things, Math.max(reach, painter.thingSize),
                          i => (model.thingX[i] - x) ** 2 + (model.thingY[i] - y) ** 2);
  if (thing >= 0) {
    return model.isPlan ? {kind: "entity", index: model.placed[thing]}
                        : {kind: "thing", index: thing};
  }
  if (model.isPlan) return null;
  const lines = painter.lines.visible(near).flatMap(cell => cell.items)
    .filter(i => state.lines[model.lineKinds[i]]);
  if (state.vertices) {
    const vertices = lines.flatMap(i => [model.v1[i], model.v2[i]]);
    const vertex = nearestOf(vertices, reach,
                             i => (model.x[i] - x) ** 2 + (model.y[i] - y) ** 2);
    if (vertex >= 0) return {kind: "vertex", index: vertex};
  }
  const line = nearestOf(lines, reach, i =>
    distance2(x, y, model.x[model.v1[i]], model.y[model.v1[i]],
              model.x[model.v2[i]], model.y[model.v2[i]]));
  return line < 0 ? null : {kind: "linedef", index: line};
}

/** {kind, index} of the area around a point, or null. */
function pickArea({model, state}, x, y) {
  if (model.isPlan) {
    const shape = model.shapeAt(x, y, state.cut);
    return shape < 0 ? null : {kind: model.shapeKind(shape), index: model.shapeIndices[shape]};
  }
  const sector = model.sectorAt(x, y);
  return sector < 0 ? null : {kind: "sector", index: sector};
}
