// Invitations of friends, above the rules. The client keeps whether somebody is signed in.
const REFRESH_MS = 5000;
const place = document.getElementById("news");
// An answer to an earlier question may still name an invitation that was answered since.
let asked = 0;

function signedIn() {
  try {
    return JSON.parse(localStorage.getItem("jantaku") ?? "{}").account === true;
  } catch {
    return false;
  }
}

async function look() {
  if (document.visibilityState !== "visible" || !signedIn()) return;
  asked += 1;
  const question = asked;
  const answer = await fetch("/api/friends/news").catch(() => null);
  const news = answer?.ok ? await answer.json() : null;
  if (news && question === asked) show(news.invitations);
}

// What is shown already stays, so that a button is not replaced under somebody's finger.
function show(invitations) {
  const named = new Map(invitations.map((one) => [`${one.from}/${one.table}`, one]));
  for (const line of [...place.children]) if (!named.delete(line.dataset.of)) line.remove();
  for (const [of, one] of named) place.append(drawn(of, one));
}

function drawn(of, one) {
  const line = document.createElement("p");
  line.dataset.of = of;
  const said = document.createElement("strong");
  said.textContent = place.dataset.invited.replace("#", () => one.name);
  line.append(said, button(place.dataset.take, one, true), button(place.dataset.decline, one, false));
  return line;
}

function button(word, one, accept) {
  const pressed = document.createElement("button");
  pressed.className = accept ? "button main" : "button";
  pressed.textContent = word;
  pressed.setAttribute("aria-label", `${word}: ${one.name}`);
  pressed.addEventListener("click", () => void answer(pressed.parentElement, one, accept));
  return pressed;
}

async function answer(line, { from, table }, accept) {
  const headers = { "content-type": "application/json" };
  const told = await fetch("/api/friends/answer", { method: "POST", headers, body: JSON.stringify({ from, table, accept }) }).catch(() => null);
  asked += 1;
  // The lobby has what is still offered.
  if (accept) location.assign(told?.ok ? `/table/${table}` : "/");
  else if (told?.ok) line.remove();
}

void look();
setInterval(look, REFRESH_MS);
