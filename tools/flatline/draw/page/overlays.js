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
    const length = Math.max(12 * pixel, Math.min(80 * pixel, box.width / 3, box.height / 3));
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

/** Cells of a grid are at least so many pixels wide; the grid is coarser where they would be less. */
const GRID_PIXELS = 7;

/** Lines at all multiples of the grid's size; those through 0 are stronger. */
function drawGrid(painter) {
  const {context, state, seen, pixel, view} = painter;
  if (!state.grid) return;
  let step = state.gridSize;
  while (step * view.scale < GRID_PIXELS) step *= 2;
  context.strokeStyle = painter.dark ? "#5C6A76" : "#9FB0BD";
  context.lineWidth = pixel / 2;
  const box = new Box(Math.max(seen.left, view.bounds.left), Math.max(seen.bottom, view.bounds.bottom),
                      Math.min(seen.right, view.bounds.right), Math.min(seen.top, view.bounds.top));
  const left = box.left - painter.originX, right = box.right - painter.originX;
  const bottom = box.bottom - painter.originY, top = box.top - painter.originY;
  const draw = (columns, rows) => {
    context.beginPath();
    for (const x of columns) {
      context.moveTo(x - painter.originX, bottom);
      context.lineTo(x - painter.originX, top);
    }
    for (const y of rows) {
      context.moveTo(left, y - painter.originY);
      context.lineTo(right, y - painter.originY);
    }
    context.stroke();
  };
  const multiples = (low, high) => {
    const found = [];
    for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
    return found;
  };
  draw(multiples(box.left, box.right), multiples(box.bottom, box.top));
  context.lineWidth = 1.5 * pixel;
  draw(box.left <= 0 && box.right >= 0 ? [0] : [], box.bottom <= 0 && box.top >= 0 ? [0] : []);
}

/** How long the tick on the front of a line is, and how long a line must be to have one. */
const TICK_PIXELS = 6;
const TICKED_PIXELS = 10;

/** A tick in the middle of each line on its front, which is right of it as it goes. */
function drawFronts(painter) {
  const {context, model, state, pixel} = painter;
  if (!state.fronts) return;
  context.beginPath();
  for (const cell of painter.lines.visible(painter.seen)) {
    for (const line of cell.items) {
      if (!state.lines[model.lineKinds[line]]) continue;
      const ax = model.x[model.v1[line]], ay = model.y[model.v1[line]];
      const bx = model.x[model.v2[line]], by = model.y[model.v2[line]];
      const length = Math.hypot(bx - ax, by - ay);
      if (length < TICKED_PIXELS * pixel) continue;
      const x = (ax + bx) / 2 - painter.originX;
      const y = (ay + by) / 2 - painter.originY;
      const ratio = TICK_PIXELS * pixel / length;
      context.moveTo(x, y);
      context.lineTo(x + (by - ay) * ratio, y - (bx - ax) * ratio);
    }
  }
  if (painter.needsHalo) {
    context.strokeStyle = painter.ground;
    context.lineWidth = 3.2 * pixel;
    context.stroke();
  }
  context.strokeStyle = painter.dark ? "#F2F2F2" : "#000000";
  context.lineWidth = 1.2 * pixel;
  context.stroke();
}

/** Arrows from the lines whose special names a tag to the sectors that have it. */
function drawTags(painter) {
  const {context, model, state, seen, pixel} = painter;
  if (!state.tags) return;
  const {selection} = state;
  const isChosen = ({line, sector}) =>
    (selection?.kind === "linedef" && selection.index === line) ||
    (selection?.kind === "sector" && selection.index === sector);
  const anyChosen = model.tagArrows.some(isChosen);
  context.strokeStyle = context.fillStyle = painter.dark ? "#CC79A7" : "#AA3377";
  for (const arrow of model.tagArrows) {
    const {fromX, fromY, toX, toY} = arrow;
    if (!new Box().add(fromX, fromY).add(toX, toY).meets(seen)) continue;
    const chosen = isChosen(arrow);
    context.globalAlpha = chosen || !anyChosen ? 0.9 : 0.25;
    context.lineWidth = (chosen ? 2.5 : 1.2) * pixel;
    const x = toX - painter.originX, y = toY - painter.originY;
    const length = Math.hypot(toX - fromX, toY - fromY);
    context.beginPath();
    context.moveTo(fromX - painter.originX, fromY - painter.originY);
    context.lineTo(x, y);
    if (painter.needsHalo) {
      context.strokeStyle = painter.ground;
      context.lineWidth += 2 * pixel;
      context.stroke();
      context.strokeStyle = context.fillStyle;
      context.lineWidth -= 2 * pixel;
    }
    context.stroke();
    if (length === 0) continue;
    const head = 9 * pixel;
    const dx = (toX - fromX) / length * head, dy = (toY - fromY) / length * head;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - dx - dy * 0.45, y - dy + dx * 0.45);
    context.lineTo(x - dx + dy * 0.45, y - dy - dx * 0.45);
    context.fill();
  }
  context.globalAlpha = 1;
}
