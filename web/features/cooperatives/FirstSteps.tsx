import { Link } from '#web/router/Link.tsx'
import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import './FirstSteps.css'

/** What a new cooperative does first. It goes away by itself when both is done. */
export function FirstSteps({ hasMembers, hasMoney }: { hasMembers: boolean; hasMoney: boolean }) {
  return (
    <Card title="Start here" description="Two steps, and your society runs on Ajose.">
      <ol className="first-steps">
        <Step
          number={1}
          done={hasMembers}
          title="Bring in your members"
          words="Import the register that you keep in Excel, or add them one by one."
          actions={
            <>
              <Link needs="member.create" className={buttonClass('primary')} to="/coop/member-management/import">
                Import register
              </Link>
              <Link needs="member.create" className={buttonClass('secondary')} to="/coop/member-management" search={{ add: '1' }}>
                Add one member
              </Link>
            </>
          }
        />
        <Step
          number={2}
          done={hasMoney}
          title="Record the first contribution"
          words={hasMembers ? 'One payment, or a whole month from a list.' : 'As soon as the first member is there.'}
          actions={
            hasMembers && (
              <>
                <Link needs="contribution.post" className={buttonClass('primary')} to="/coop/financial-operations/contributions" search={{ record: 'new' }}>
                  Record contribution
                </Link>
                <Link needs="contribution.post" className={buttonClass('secondary')} to="/coop/financial-operations/contributions/import">
                  Import month
                </Link>
              </>
            )
          }
        />
      </ol>
    </Card>
  )
}

function Step({ number, done, title, words, actions }: { number: number; done: boolean; title: string; words: string; actions: ReactNode }) {
  return (
    <li className={`first-steps__step${done ? ' first-steps__step--done' : ''}`}>
      <span className="first-steps__number" aria-hidden="true">
        {done ? <Icon of={Check} size={18} /> : number}
      </span>
      <div className="first-steps__words">
        <h3>
          {title}
          {done && <span className="visually-hidden"> (done)</span>}
        </h3>
        {!done && <p className="muted">{words}</p>}
        {!done && actions && <div className="row first-steps__actions">{actions}</div>}
      </div>
    </li>
  )
}
