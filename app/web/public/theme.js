// Before the first paint, so that a chosen theme never flashes. Outside the bundle because it must not wait for it.
try {
  var theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (_) {
  // Storage is off: the system's theme it is.
}
