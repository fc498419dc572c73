// overlays.js: layers that are drawn over the sectors of a map of lines.

/** The side of a cell of the blockmap. */
const CELL = 128;

/** The grid of the blockmap, cells with many lines darker. */
function drawBlockmap(painter) {
  const {context, model, state, seen, pixel, view} = painter;
  const blockmap = model.blockmap;
  if (!state.blockmap || !blockmap) return;
  const first = (value, origin) => Math.max(0, Math.floor((value - origin) / CELL));
  const columns = [first(seen.left, blockmap.x),
                   Math.min(blockmap.columns, Math.ceil((seen.right - blockmap.x) / CELL))];
  const rows = [first(seen.bottom, blockmap.y),
                Math.min(blockmap.rows, Math.ceil((seen.top - blockmap.y) / CELL))];
  const left = blockmap.x - painter.originX;
  const bottom = blockmap.y - painter.originY;
  context.fillStyle = context.strokeStyle = painter.dark ? "#56B4E9" : "#0072B2";
  if (CELL * view.scale >= 4) {
    for (let row = rows[0]; row < rows[1]; ++row) {
      for (let column = columns[0]; column < columns[1]; ++column) {
        const count = blockmap.counts[row * blockmap.columns + column];
        if (count === 0) continue;
        context.globalAlpha = Math.min(0.35, 0.05 + count / 100);
        context.fillRect(left + column * CELL, bottom + row * CELL, CELL, CELL);
      }
    }
  }
  context.globalAlpha = 0.6;
  context.lineWidth = pixel / 2;
  context.beginPath();
  // Lines of a grid too fine to be seen would be a grey area.
  const step = Math.max(1, Math.ceil(4 / (CELL * view.scale)));
  for (let column = columns[0]; column <= columns[1]; column += step) {
    context.moveTo(left + column * CELL, bottom + rows[0] * CELL);
    context.lineTo(left + column * CELL, bottom + rows[1] * CELL);
  }
  for (let row = rows[0]; row <= rows[1]; row += step) {
    context.moveTo(left + columns[0] * CELL, bottom + row * CELL);
    context.lineTo(left + columns[1] * CELL, bottom + row * CELL);
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** The borders of subsectors. */
function drawSubsectors(painter) {
  const {context, model, state, pixel} = painter;
  const subsectors = model.subsectors;
  if (!state.subsectors || !subsectors) return;
  const {rows, points} = subsectors;
  painter.subsectorTiles ||= new Tiles(painter.view.bounds, rows.length - 1, i => {
    const box = new Box();
    for (let k = rows[i]; k < rows[i + 1]; ++k) box.add(points[2 * k], points[2 * k + 1]);
    return box;
  });
  context.strokeStyle = painter.dark ? "#00C08B" : "#009E73";
  context.lineWidth = pixel;
  context.setLineDash([2 * pixel, 3 * pixel]);
  for (const cell of painter.subsectorTiles.visible(painter.seen)) {
    if (cell.paths.length === 0) {
      const path = new Path2D();
      for (const subsector of cell.items) {
        for (let k = rows[subsector]; k < rows[subsector + 1]; ++k) {
          const x = points[2 * k] - painter.originX;
          const y = points[2 * k + 1] - painter.originY;
          if (k === rows[subsector]) path.moveTo(x, y); else path.lineTo(x, y);
        }
        path.closePath();
      }
      cell.paths = [path];
    }
    context.stroke(cell.paths[0]);
  }
  context.setLineDash([]);
}

/** Sectors with a slope are outlined; an arrow points down, of a ceiling a dashed one. */
function drawSlopes(painter) {
  const {context, model, state, pixel, seen} = painter;
  if (!state.slopes) return;
  context.strokeStyle = painter.dark ? "#00C08B" : "#009E73";
  for (const {sector, ceiling, plane} of model.slopes) {
    const box = model.sectorBoxes[sector];
    if (box.empty || !box.meets(seen)) continue;
    context.setLineDash([]);
    context.lineWidth = 2.5 * pixel;
    context.stroke(painter.sectorPath(sector));
    // z = -(d + a x + b y) / c falls along (a, b) where c > 0.
    const up = ceiling ? -1 : 1;
    const steepness = Math.hypot(plane[0], plane[1]);
    if (steepness === 0) continue;
    const dx = up * plane[0] / steepness;
    const dy = up * plane[1] / steepness;
    const length = Math.max(12 * pixel, Math.min(box.width, box.height) / 3);
    // Beside each other where both planes slope.
    const shift = ceiling ? length / 4 : -length / 4;
    const x = box.x - painter.originX - dy * shift;
    const y = box.y - painter.originY + dx * shift;
    context.setLineDash(ceiling ? [4 * pixel, 3 * pixel] : []);
    context.beginPath();
    context.moveTo(x - dx * length / 2, y - dy * length / 2);
    context.lineTo(x + dx * length / 2, y + dy * length / 2);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    for (const turn of [1, -1]) {
      context.moveTo(x + dx * length / 2, y + dy * length / 2);
      context.lineTo(x + dx * length / 4 - turn * dy * length / 6,
                     y + dy * length / 4 + turn * dx * length / 6);
    }
    context.stroke();
  }
}

/** Vertices as squares of three pixels. */
function drawVertices(painter) {
  const {context, model, state, pixel, seen} = painter;
  if (!state.vertices) return;
  context.fillStyle = painter.dark ? "#F2F2F2" : "#000000";
  const size = 3 * pixel;
  for (let i = 0; i < model.x.length; ++i) {
    if (!seen.holds(model.x[i], model.y[i])) continue;
    context.fillRect(model.x[i] - painter.originX - size / 2,
                     model.y[i] - painter.originY - size / 2, size, size);
  }
}
