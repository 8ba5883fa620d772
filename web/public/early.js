// Runs before the first paint and outside the bundle, because it must neither wait for that nor fail with it.

// A chosen theme never flashes.
try {
  var theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (_) {
  // Storage is off: the system's theme it is.
}

// Where the app's own files do not come, or break at once, its page says so instead of "Initializing ..." for ever.
;(function () {
  var slowAfter = 20000

  function say(text) {
    var starting = document.getElementById('starting')
    if (!starting) return
    starting.textContent = text
    var button = document.createElement('button')
    button.type = 'button'
    button.className = 'button button--primary'
    button.textContent = 'Try again'
    button.addEventListener('click', function () {
      location.reload()
    })
    starting.append(button)
  }

  /** Whether the page starts anew by itself: once, and not without a network. */
  function startsAgain() {
    try {
      if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem('reloaded_at')) < 60000) return false
      sessionStorage.setItem('reloaded_at', String(Date.now()))
      location.reload()
      return true
    } catch (_) {
      return false
    }
  }

  addEventListener(
    'error',
    function (event) {
      if (!document.getElementById('starting')) return
      var isFile = event.target instanceof HTMLScriptElement
      if ((isFile || event.target === window) && !startsAgain()) say('Ajose could not start. Check your network, then try again.')
    },
    true,
  )
  setTimeout(function () {
    say('This takes longer than usual. Wait a little, or try again.')
  }, slowAfter)
})()
