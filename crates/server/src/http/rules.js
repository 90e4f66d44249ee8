// The page is shown as the client is: light or dark as chosen there.
try {
  const { theme } = JSON.parse(localStorage.getItem("jantaku") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage it follows the device.
}
