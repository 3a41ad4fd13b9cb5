/* A page that cannot start says so. This is a plain old script: it runs where the page itself does not. */
(function () {
  var NEEDS = "Coven needs Chrome or Edge 108, Firefox 121, Safari 16 (iOS 16), or newer.";
  var OLD = "This browser is older than Coven is made for. " + NEEDS;
  var BROKEN = "Coven could not start here. Reload the page; if that does not help, try another browser. " + NEEDS;

  function understands(text) {
    return Boolean(window.CSS && CSS.supports && CSS.supports(text));
  }
  function say(text) {
    var notice = document.createElement("p");
    notice.className = "notice";
    notice.setAttribute("role", "alert");
    notice.appendChild(document.createTextNode(text));
    document.body.insertBefore(notice, document.body.firstChild);
  }
  function isEmpty() {
    var app = document.getElementById("app");
    return app && !app.firstChild && !document.querySelector(".notice");
  }

  /* Light or dark, and the size of letters, before anything is painted. */
  var daylight = window.matchMedia("(prefers-color-scheme: light)");
  var look = ["dark", "usual"];
  function paint() {
    var root = document.documentElement;
    var isLight = look[0] === "light" || (look[0] === "device" && daylight.matches);
    root.setAttribute("data-theme", isLight ? "light" : "dark");
    root.setAttribute("data-text", look[1]);
    var meta = document.querySelector('meta[name="theme-color"]');
    if (meta) meta.setAttribute("content", isLight ? "#f7eedc" : "#160f20");
  }
  window.covenLook = function (theme, text) {
    look = [theme, text];
    paint();
  };
  if (daylight.addEventListener) daylight.addEventListener("change", paint);
  try {
    look = [localStorage.getItem("coven.theme") || look[0], localStorage.getItem("coven.text") || look[1]];
  } catch (error) {
    /* private windows may forbid it */
  }
  paint();

  var isOld =
    !("noModule" in document.createElement("script")) ||
    !understands("(container-type: size)") ||
    !understands("(height: 1dvh)") ||
    !understands("selector(:has(a))");
  document.addEventListener("DOMContentLoaded", function () {
    if (isOld) say(OLD);
  });
  /* Whatever breaks before the page stands there: its own errors, and files that do not come. */
  window.addEventListener(
    "error",
    function () {
      setTimeout(function () {
        if (isEmpty()) say(isOld ? OLD : BROKEN);
      }, 0);
    },
    true,
  );
})();
