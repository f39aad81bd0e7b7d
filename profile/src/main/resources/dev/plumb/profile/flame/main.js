// Starts the page.

readProfile()
  .then((profile) => {
    const app = new App(profile);
    app.start();
    window.plumb = app; // for the browser's console
  })
  .catch((problem) => {
    byId("about").textContent = "";
    document
      .querySelector("main")
      .replaceChildren(make("p", { class: "notice" }, "This flame graph cannot be shown: " + problem.message));
    console.error(problem);
  });
