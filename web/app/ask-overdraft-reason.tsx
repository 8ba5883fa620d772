import { createRoot } from 'react-dom/client'
import { session } from '#web/session/session.ts'
import { OverdraftDialog } from './OverdraftDialog.tsx'

/** Opens the dialog above whatever page is open, as that for one's identity. Undefined where the person cancels or the session ends. */
export function askOverdraftReason(message: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const owner = session.owner()
    const answer = (reason: string | undefined) => {
      forget()
      root.unmount()
      place.remove()
      resolve(reason)
    }
    const forget = session.subscribe(() => session.owner() !== owner && answer(undefined))
    root.render(<OverdraftDialog message={message} onAnswer={answer} />)
  })
}
