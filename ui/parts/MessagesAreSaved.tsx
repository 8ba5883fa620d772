import { useEffect, useState } from 'react'
import { getHealth } from '#features/platform-admin/overview/health.ts'
import { messagesAreSaved } from '#features/access/notifications/rules/delivery.ts'
import { call } from '#ui/api/call.ts'

/** One question for all that show it: what the server can send changes with a restart only. */
let asked: Promise<boolean> | undefined

/** Says that SMS reach no phone, where the server has no provider that sends them. */
export function MessagesAreSaved() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    asked ??= call(getHealth, {}).then(({ savesSms }) => savesSms)
    // Without the answer it says nothing, and the next to show it asks again.
    asked.then(setShown, () => (asked = undefined))
  }, [])
  return isShown ? <> {messagesAreSaved}</> : null
}
