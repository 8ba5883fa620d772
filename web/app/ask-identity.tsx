import { createRoot } from 'react-dom/client'
import { session } from '#web/session/session.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

/**
 * Opens the dialog above whatever page is open, in a root of its own: the call that needs it comes from any of them, and
 * the first load of none carries it. False where the person cancels or the session ends.
 */
export function askIdentity(): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const owner = session.owner()
    const answer = (isProved: boolean) => {
      forget()
      root.unmount()
      place.remove()
      resolve(isProved)
    }
    const forget = session.subscribe(() => session.owner() !== owner && answer(false))
    root.render(<StepUpDialog onAnswer={answer} />)
  })
}
