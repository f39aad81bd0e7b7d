// The table of functions. Rows outside the view are two spacers, so a hundred thousand functions scroll like ten.

class FunctionTable {
  constructor(app) {
    this.app = app;
    this.place = document.querySelector("#table .rows");
    this.head = this.place.querySelector("thead tr");
    [this.before, this.shown, this.after] = ["before", "shown", "after"].map((name) =>
      this.place.querySelector("tbody." + name),
    );
    this.sort = { column: app.profile.sides === 2 ? 2 : 0, down: true }; // what grew most, or what costs most
    this.rows = [];
    this.selected = -1;
    this.place.addEventListener("scroll", () => this.render(), { passive: true });
    this.place.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.render()).observe(this.place);
  }

  // Columns: { title, value(fn) to sort by, cell(fn), class }.
  columns() {
    const { measure, totals, profile } = this.app;
    const text = [
      {
        title: "Function",
        class: "text",
        value: (fn) => profile.nameOf(fn).toLowerCase(),
        cell: (fn) => this.nameCell(fn),
      },
      { title: "Module", class: "text module", value: (fn) => profile.moduleOf(fn), cell: (fn) => this.moduleCell(fn) },
    ];
    if (!measure.diff) return [this.figure("Self", totals.self), this.figure("Total", totals.total), ...text];
    const compared = (title, lanes) => [
      this.side(title + " " + profile.head.sides[0].label, lanes, measure.before),
      this.side(title + " " + profile.head.sides[1].label, lanes, measure.after),
      this.change(title + " change", lanes),
    ];
    return [...compared("Self", totals.self), ...compared("Total", totals.total), ...text];
  }

  whole(lane) {
    return this.app.tree.total[lane][0];
  }

  figure(title, lanes) {
    const { after: lane, unit } = this.app.measure;
    const largest = lanes[lane].reduce((most, value) => Math.max(most, value), 0) || 1;
    return {
      title,
      class: "figure",
      value: (fn) => lanes[lane][fn],
      cell: (fn) => {
        const value = lanes[lane][fn];
        const cell = make(
          "td",
          { class: "share" },
          make("span", {}, formatPercent(value, this.whole(lane))),
          make("small", {}, formatValue(value, unit)),
        );
        cell.style.setProperty("--part", (100 * value) / largest + "%");
        return cell;
      },
    };
  }

  side(title, lanes, lane) {
    const { unit } = this.app.measure;
    return {
      title,
      class: "figure wide",
      value: (fn) => lanes[lane][fn],
      cell: (fn) =>
        make(
          "td",
          { class: "wide", title: formatValue(lanes[lane][fn], unit) },
          formatPercent(lanes[lane][fn], this.whole(lane)),
        ),
    };
  }

  change(title, lanes) {
    const { before, after, shares, unit } = this.app.measure;
    const share = (lane, fn) => (100 * lanes[lane][fn]) / (this.whole(lane) || 1);
    const value = (fn) => (shares ? share(after, fn) - share(before, fn) : lanes[after][fn] - lanes[before][fn]);
    return {
      title,
      class: "figure",
      value,
      cell: (fn) => {
        const change = shares ? Number(value(fn).toFixed(2)) : value(fn);
        const colour = change > 0 ? "up" : change < 0 ? "down" : "";
        return make("td", { class: colour }, shares ? formatPoints(change) : formatSigned(change, unit));
      },
    };
  }

  nameCell(fn) {
    const { profile, paint } = this.app;
    const cell = nameElement("td", "text", "");
    const colour = paint.swatch(fn);
    if (colour) {
      const swatch = make("i");
      swatch.style.background = colour;
      cell.append(swatch);
    }
    cell.append(shortened(profile.nameOf(fn), 300));
    return cell;
  }

  moduleCell(fn) {
    const module = this.app.profile.moduleOf(fn);
    const cell = nameElement("td", "text module", shortened(module.slice(module.lastIndexOf("/") + 1), 120));
    cell.title = shortened(module, 300);
    return cell;
  }

  // Takes the functions of the app's tree that its search leaves, and sorts them.
  update() {
    const { measure, totals, hits } = this.app;
    const list = this.columns();
    const { column, down } = this.sort;
    this.rows = [];
    for (let fn = 0; fn < totals.total[0].length; fn++) {
      const there = totals.total[measure.before][fn] > 0 || totals.total[measure.after][fn] > 0;
      if (there && (!hits || hits[fn])) this.rows.push(fn);
    }
    const keys = new Map(this.rows.map((fn) => [fn, list[column].value(fn)]));
    const sign = down ? -1 : 1;
    this.rows.sort((a, b) => (keys.get(a) < keys.get(b) ? -sign : keys.get(a) > keys.get(b) ? sign : a - b));
    this.list = list;
    this.header();
    this.render();
  }

  header() {
    const cells = this.list.map((column, i) => {
      const direction = i !== this.sort.column ? "none" : this.sort.down ? "descending" : "ascending";
      const arrow = direction === "none" ? "" : this.sort.down ? " ↓" : " ↑";
      const button = make("button", { onclick: () => this.sortBy(i) }, column.title + arrow);
      return make("th", { class: column.class, "aria-sort": direction, scope: "col" }, button);
    });
    this.head.replaceChildren(...cells);
  }

  sortBy(column) {
    const down = column === this.sort.column ? !this.sort.down : !this.list[column].class.startsWith("text");
    this.sort = { column, down };
    this.update();
  }

  rowHeight() {
    return matchMedia("(max-width: 720px)").matches ? 34 : 26;
  }

  render() {
    if (!this.list || this.place.clientHeight === 0) return;
    const height = this.rowHeight();
    const first = Math.max(0, Math.floor(this.place.scrollTop / height) - 8);
    const last = Math.min(this.rows.length, first + Math.ceil(this.place.clientHeight / height) + 20);
    const spacer = (rows) => {
      const row = make("tr", { "aria-hidden": "true" });
      row.style.height = rows * height + "px";
      return row;
    };
    this.place.querySelector("table").setAttribute("aria-rowcount", this.rows.length + 1);
    this.before.replaceChildren(...(first > 0 ? [spacer(first)] : []));
    this.after.replaceChildren(...(last < this.rows.length ? [spacer(this.rows.length - last)] : []));
    this.shown.replaceChildren(...this.rows.slice(first, last).map((fn, i) => this.row(fn, first + i)));
    if (this.rows.length === 0) {
      this.shown.append(
        make("tr", { class: "empty" }, make("td", { colspan: this.list.length }, "No function matches the search.")),
      );
    }
  }

  row(fn, index) {
    return make(
      "tr",
      {
        class: "row",
        "aria-rowindex": index + 2,
        "aria-selected": index === this.selected,
        onclick: () => this.app.choose(fn),
      },
      ...this.list.map((column) => column.cell(fn)),
    );
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step && event.target === this.place) {
      event.preventDefault();
      this.selected = Math.min(this.rows.length - 1, Math.max(0, this.selected + step));
      const top = this.selected * this.rowHeight();
      const room = this.place.clientHeight - 3 * this.rowHeight();
      if (top < this.place.scrollTop || top > this.place.scrollTop + room) this.place.scrollTop = top - room / 2;
      this.render();
    } else if (event.key === "Enter" && event.target === this.place && this.selected >= 0)
      this.app.choose(this.rows[this.selected]);
  }
}
