import { useEffect } from 'react'
import { go } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'

/** What a tapped notification leads to opens in this window; and who wanted notifications on this device has them again after each login. */
export function usePushes(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<{ go?: unknown } | null>) => {
      if (typeof data?.go === 'string' && data.go.startsWith('/')) void go(data.go)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // Without an answer the next window asks again.
    if (localStorage.getItem('push-of') === session.owner())
      void import('#ui/pwa/push.ts').then(({ subscribeAgain }) => subscribeAgain()).catch(() => undefined)
  }, [])
}
