// The page is shown as the client is: light or dark, and in the language chosen there.
const root = document.documentElement;
try {
  const { theme, language, simplified } = JSON.parse(localStorage.getItem("jantaku") ?? "{}");
  if (theme === "light" || theme === "dark" || theme === "contrast") root.dataset.theme = theme;
  const tag = language !== "zh" ? language : simplified ? "zh-Hans" : "zh-Hant";
  const wanted = ["en", "de", "ja", "zh"].includes(language) && root.lang !== tag;
  const address = new URL(location.href);
  if (wanted && !address.searchParams.has("lang")) {
    address.searchParams.set("lang", tag);
    location.replace(address);
  }
} catch {
  // Without storage it follows the device.
}

// On a phone, charts and yaku are folded as well; without a script they are shown.
const narrow = matchMedia("(max-width: 34rem)").matches;
const parts = [...document.querySelectorAll("details.base, details.charts")].map((part) => ({ part, open: part.open && !narrow }));
function fold(all) {
  for (const { part, open } of parts) part.open = all || open;
}
fold(false);

// A clause that is linked to is shown with its charts, also where it is folded away.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = [target?.closest("details"), target?.querySelector("details.charts")].filter((part) => part?.open === false);
  for (const part of folded) part.open = true;
  if (folded.length > 0) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// A booklet has everything that is folded on the screen, but for the data behind a clause.
addEventListener("beforeprint", () => fold(true));
const print = document.getElementById("print");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

const search = document.getElementById("search");
if (search) {
  search.hidden = false;
  const rows = [...document.querySelectorAll(".clause, table.yaku tbody tr")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      left += row.hidden ? 0 : 1;
    }
    fold(words.length > 0);
    document.getElementById("found").textContent = words.length > 0 ? search.dataset.found.replace("#", left) : "";
  });
}
