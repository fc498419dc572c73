// search.js: finds elements by index, tag, type or special, and entities by their values.

/** Words that name a kind of element. */
const KIND_WORDS = {
  v: "vertex", vertex: "vertex", l: "linedef", line: "linedef", linedef: "linedef",
  side: "sidedef", sidedef: "sidedef", s: "sector", sector: "sector", t: "thing", thing: "thing",
  e: "entity", entity: "entity", b: "brush", brush: "brush", patch: "patch",
};

/** Words that name a field, with the kinds that have it. */
const FIELD_WORDS = {
  type: [["thing"], "type"],
  special: [["linedef", "sector", "thing"], "special"],
};

/** The elements that a query means: [{kind, index}]. */
function search(model, query) {
  const text = query.trim().toLowerCase();
  const match = /^([a-z]*)\s*#?\s*(-?\d+)$/.exec(text);
  if (!match) return text === "" ? [] : model.withText(text);
  const [, word, digits] = match;
  const number = Number(digits);
  if (word === "tag" || word === "id") return model.withTag(number);
  if (Object.hasOwn(FIELD_WORDS, word)) return model.withValue(...FIELD_WORDS[word], number);
  if (word === "") {
    const byIndex = model.kinds.filter(kind => number >= 0 && number < model.count(kind))
      .map(kind => ({kind, index: number}));
    return byIndex.concat(model.withTag(number), model.withValue(...FIELD_WORDS.type, number));
  }
  const kind = Object.hasOwn(KIND_WORDS, word) ? KIND_WORDS[word] : null;
  if (kind && number >= 0 && number < model.count(kind)) return [{kind, index: number}];
  return model.withText(text);
}
