// card.js: the summary of a map: how much there is of what, findings, and what ports make of it.

class SummaryCard {
  constructor(app) {
    const {data, model} = app;
    for (const kind of model.kinds) {
      byId("counts").append(make("div", {}, make("dt", {}, plural(kind)),
                                 make("dd", {}, String(model.count(kind)))));
    }
    if (data.changes) byId("tally").hidden = true; else this.addTally(data);
    if (data.verdicts) this.addVerdicts(app);
  }

  addTally({tally}) {
    const parts = [];
    for (let severity = SEVERITIES.length - 1; severity >= 0; --severity) {
      const name = SEVERITIES[severity];
      const count = tally[severity];
      parts.push(make("span", {class: `severity ${name}`}, `${count} ${name}${count === 1 ? "" : "s"}`));
    }
    byId("tally").append(...parts.flatMap((part, i) => i === 0 ? [part] : [", ", part]));
  }

  addVerdicts(app) {
    const {data} = app;
    const rows = data.verdicts.map(({port, verdict, rule, sentence}) => {
      const because = make("td");
      const found = rule ? data.findings.findIndex(finding => finding.rule === rule) : -1;
      if (found >= 0) {
        because.append(make("button", {type: "button", class: "link", title: sentence,
                                       onclick: () => app.chooseFinding(found)}, rule));
      } else if (rule) {
        because.append(make("span", {title: sentence}, rule));
      }
      return make("tr", {}, make("th", {scope: "row"}, port),
                  make("td", {class: `verdict ${verdict}`}, verdict === "unknown" ? "not known" : verdict),
                  because);
    });
    byId("verdicts").tBodies[0].append(...rows);
    byId("verdicts").hidden = false;
  }
}
