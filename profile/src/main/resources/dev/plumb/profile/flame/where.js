// Where the reader is: the way to the zoomed frame, and what the colours mean.

function showCrumbs(panel, shown) {
  const place = byId("crumbs");
  place.hidden = !shown;
  if (!shown) return;
  const { graph, tree } = panel;
  const steps = panel.forks(graph.zoomed);
  const parts = [];
  steps.forEach((node, i) => {
    if (i > 0) parts.push(make("span", { "aria-hidden": "true" }, "›"));
    const name = panel.app.facts.nameOf(tree, tree.fn[node]);
    const button = nameElement("button", "crumb", shortened(middleForm(name), 80));
    if (i === steps.length - 1) button.setAttribute("aria-current", "location");
    button.addEventListener("click", () => panel.zoom(node));
    parts.push(button);
  });
  place.replaceChildren(...parts);
  place.scrollLeft = place.scrollWidth;
}

function showLegend(paint, tree, lane) {
  const shares = paint.shares(tree, lane);
  const entries = paint.legend
    .map((entry, i) => ({ ...entry, share: shares ? shares[i] : null }))
    .filter((entry) => entry.share === null || entry.share > 0)
    .slice(0, 8);
  byId("legend").replaceChildren(
    ...entries.map((entry) => {
      const swatch = make("i");
      swatch.style.background = entry.fill;
      const label = nameElement("b", "", shortened(entry.name.slice(entry.name.lastIndexOf("/") + 1), 60));
      return make(
        "li",
        {},
        swatch,
        label,
        entry.share === null ? null : make("em", {}, formatPercent(entry.share, tree.total[lane][0])),
      );
    }),
  );
}
