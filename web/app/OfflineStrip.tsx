import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide'
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useIsOnline } from '#web/pwa/network.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './OfflineStrip.css'

// The service worker has its file. Without it the strip says that there is no network, and no more.
const Words = lazy(async () => {
  const wordsFor = await import('./offline-words.ts').then(
    ({ offlineWords }) => offlineWords,
    () => () => '',
  )
  function WordsOfAnswers() {
    const answers = useQueryClient().getQueryCache()
    return useSyncExternalStore(
      (listener) => answers.subscribe(listener),
      () => wordsFor(answers),
    )
  }
  return { default: WordsOfAnswers }
})

/** While there is no network: that what is shown is what this device had last, and from when. */
export function OfflineStrip() {
  if (useIsOnline()) return null
  return (
    <p className="offline-strip" role="status">
      <Icon of={WifiOff} size={18} />
      <span>
        No network.{' '}
        <Suspense>
          <Words />
        </Suspense>
      </span>
    </p>
  )
}
