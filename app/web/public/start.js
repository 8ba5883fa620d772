// Before the app's own files, and not of them: where they do not come, or break at once, its page says so.
function failed(text) {
  var starting = document.getElementById('starting')
  if (!starting) return
  starting.textContent = text
  starting.append(
    Object.assign(document.createElement('a'), {
      href: location.href,
      className: 'button button--primary',
      textContent: 'Try again',
    }),
  )
}
addEventListener(
  'error',
  function (event) {
    if (!document.getElementById('starting') || (event.target !== window && event.target.tagName !== 'SCRIPT')) return
    try {
      // Once it starts anew by itself.
      if (navigator.onLine && Date.now() - sessionStorage.getItem('reloaded_at') > 60000) {
        sessionStorage.setItem('reloaded_at', Date.now())
        return location.reload()
      }
    } catch (_) {}
    failed('Ajose could not start. Check your network, then try again.')
  },
  true,
)
// What breaks before the app listens is told by it then (app/web/Unexpected.tsx).
addEventListener('unhandledrejection', function (event) {
  if (self.earlyRejections) self.earlyRejections.push(event.reason)
})
self.earlyRejections = []
setTimeout(failed, 20000, 'This takes longer than usual. Wait a little, or try again.')
