import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide'
import { useSyncExternalStore } from 'react'
import { useIsOnline } from '#web/pwa/network.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { dateText, instantText, timeText } from '#web/ui/format.ts'
import './OfflineStrip.css'

/** While there is no network: that what is shown is what this device had last, and from when. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  const answers = useQueryClient().getQueryCache()
  const newest = useSyncExternalStore(
    (listener) => answers.subscribe(listener),
    () => Math.max(0, ...answers.findAll({ type: 'active' }).map(({ state }) => state.dataUpdatedAt)),
  )
  if (isOnline) return null
  return (
    <p className="offline-strip" role="status">
      <Icon of={WifiOff} size={18} />
      {newest === 0 ? 'No network. This page was not opened on this device before.' : `No network. Showing what you had ${whenText(new Date(newest))}.`}
    </p>
  )
}

function whenText(instant: Date): string {
  return dateText(instant) === dateText(new Date()) ? `at ${timeText(instant)}` : `on ${instantText(instant)}`
}
