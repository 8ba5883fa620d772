import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { watchMissingFiles } from './missing-files.ts'
import { watchInstallation } from '#ui/pwa/installation.ts'
import { readLastAnswers } from '#ui/pwa/last-answers.ts'
import { watchBack } from '#ui/router/layers.ts'
import { arrived } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'
import { whenSettled } from '#ui/idle.ts'
import '#ui/tokens.css'
import '#ui/base.css'

watchMissingFiles()
watchInstallation()
watchBack()
if (session.user() && session.isKept()) void readLastAnswers()
// Drawn before its page's files are here, a loading screen would stay for 300 ms, as React has it, which is longer than they take.
await arrived()
const root = createRoot(document.getElementById('root')!)
// In slices, so that a slow phone answers to the thumb meanwhile.
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// Without its file the app only lacks its offline side, until the next visit.
void whenSettled()
  .then(() => import('#ui/pwa/worker.ts'))
  .then(
    ({ registerWorker }) => registerWorker(),
    () => undefined,
  )
