// A public page loads this once it has come (site/enhance.ts): from then on the app can be installed from there.
const address = '/service-worker.js'
// The one policy that our content security policy lets anybody name (ui/pwa/worker.ts).
const policy = self.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address })
navigator.serviceWorker?.register(policy ? policy.createScriptURL(address) : address).catch(() => {})
