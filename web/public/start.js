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
