import { Button } from '#web/ui/Button.tsx'
import { session } from '#web/session/session.ts'
import './Mark.css'
import { startOver } from './storage.ts'

/** Says on every page what this is, and takes all of it away with one press. */
export function Mark() {
  return (
    <aside className="mark" aria-label="Demonstration">
      <p>Demonstration: nothing leaves this browser</p>
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
