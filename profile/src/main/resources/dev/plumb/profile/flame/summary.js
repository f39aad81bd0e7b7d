// What was measured, and what is missing from it: a reader must see at once how far the picture can be trusted.

function showTitle(profile) {
  const { head } = profile;
  const side = head.sides[head.sides.length - 1];
  document.title = shortened(visible(head.title), 120);
  byId("title").textContent = shortened(visible(head.title), 120);
  const host = ["name", "hostname", "kernel"]
    .map((fact) => side.host[fact])
    .filter((value) => typeof value === "string");
  const about = [
    ...host.map((value) => shortened(visible(value), 60)),
    side.durationNanos > 0 ? formatValue(side.durationNanos, "nanoseconds") : "",
    side.start ? side.start.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC") : "",
  ];
  byId("about").textContent = about.filter(Boolean).join(" · ");
}

// Counters of one side: [label, text, whether something is missing].
function counters(side) {
  const { totals } = side;
  const count = (label, n) => [label, wholeNumber(n), n > 0];
  const roots = totals.rootChecked > 0 ? formatPercent(totals.rootReached, totals.rootChecked) : "not checked";
  return [
    ["samples", wholeNumber(totals.samples), false],
    ["stacks", wholeNumber(totals.stacks), false],
    count("lost", totals.lost),
    count("truncated", totals.truncated),
    count("collided", totals.collided),
    count("unknown frames", totals.unknownFrames),
    ["root reached", roots, totals.rootChecked > 0 && totals.rootReached < 0.9 * totals.rootChecked],
  ];
}

function showSummary(profile, openHelp) {
  const parts = [];
  for (const side of profile.head.sides) {
    const list = make("dl", {});
    for (const [label, text, missing] of counters(side)) {
      list.append(make("div", { class: missing ? "missing" : "" }, make("dt", {}, label), make("dd", {}, text)));
    }
    if (side.reasons.length > 0)
      list.title = side.reasons
        .map((r) => shortened(visible(r.reason), 80) + ": " + wholeNumber(r.count) + (r.pid ? " in " + r.pid : ""))
        .join("\n");
    parts.push(make("section", {}, side.label ? make("h2", {}, side.label) : null, list));
  }
  parts.push(make("span", { class: "push" }), make("button", { onclick: openHelp }, "What do these mean?"));
  byId("summary").replaceChildren(...parts);
}
