// Pages of lists stand there in every language of the lab; one is shown, and whoever wants another one picks it.

const NAME = "bruges-lab-language";
const shown = [...document.querySelectorAll("main[lang]")];
const known = shown.map((one) => one.lang);
let wanted = null;
try {
  wanted = localStorage.getItem(NAME);
} catch {
  // The browser's, then.
}
const likely = [wanted, ...(navigator.languages || [])].map((one) => String(one || "").slice(0, 2));
const pick = document.querySelector("select[data-languages]");

function show(lang) {
  for (const one of shown) one.hidden = one.lang !== lang;
  document.documentElement.lang = pick.value = lang;
  const words = JSON.parse(document.getElementById("bl-words").textContent)[lang];
  for (const spot of document.querySelectorAll("[data-word]")) spot.textContent = words[spot.dataset.word];
}

pick.addEventListener("change", () => {
  try {
    localStorage.setItem(NAME, pick.value);
  } catch {
    // It holds for this page.
  }
  show(pick.value);
});
show(likely.find((one) => known.includes(one)) || "en");
