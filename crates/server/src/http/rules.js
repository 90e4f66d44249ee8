// The page is shown as the client is: light or dark, and in the language chosen there.
try {
  const { theme, language } = JSON.parse(localStorage.getItem("jantaku") ?? "{}");
  const root = document.documentElement;
  if (theme === "light" || theme === "dark" || theme === "contrast") root.dataset.theme = theme;
  const wanted = ["en", "de", "ja", "zh"].includes(language) && !root.lang.startsWith(language);
  if (wanted && !location.search) location.replace(`?lang=${language}${location.hash}`);
} catch {
  // Without storage it follows the device.
}
