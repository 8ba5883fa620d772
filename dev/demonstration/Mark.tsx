import { dayText } from '#core/calendar.ts'
import { session } from '#ui/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { recorded } from './recorded.ts'
import './Mark.css'
import { startOver } from './storage.ts'

/** Says on every page what this is, and takes all of it away with one press. */
export function Mark() {
  return (
    <aside className="mark" aria-label="Demonstration">
      <p>{`Demonstration: figures of ${dayText(recorded.day)}, nothing leaves this browser`}</p>
      <Button size="small" onClick={wipe}>
        Start over
      </Button>
    </aside>
  )
}

function wipe() {
  session.close('logout')
  startOver([localStorage, sessionStorage])
  location.assign('/')
}
