import { Check } from 'lucide'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { session } from '#ui/session/session.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Icon } from '#ui/Icon.tsx'
import './FirstSteps.css'

type Steps = NonNullable<Replied<typeof getStatistics>['cooperative']>['firstSteps']
/** `actions` get the classes of the main button and of the other one. `page` is where the step is done, if that page shows it by itself. */
type Step = {
  name: keyof Steps | 'person'
  title: string
  words: string
  page?: string
  actions: (main: string, other: string) => ReactNode
}

const ChooseOfficer = lazy(async () => ({ default: (await import('#ui/parts/ChooseOfficer.tsx')).ChooseOfficer }))

function ChooseMember({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!may('member.roles')) return null
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        Choose a member
      </button>
      <Suspense>{isOpen && <ChooseOfficer onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const all: readonly Step[] = [
  {
    name: 'rules',
    title: 'Set your rules',
    words: 'Minimum contribution, shares, loans and approvals, as your bye-laws have them.',
    page: '/coop/financial-operations/setup?do=guided',
    actions: (main) => (
      <Link
        needs="configuration.update"
        className={main}
        to="/coop/financial-operations/setup"
        search={{ do: 'guided' }}
      >
        Set the rules
      </Link>
    ),
  },
  {
    name: 'members',
    title: 'Bring in your members',
    words: 'Import the register that you keep in Excel, or add them one by one.',
    page: '/coop/member-management/import',
    actions: (main, other) => (
      <>
        <Link needs="member.create" className={main} to="/coop/member-management/import">
          Import register
        </Link>
        <Link needs="member.create" className={other} to="/coop/member-management" search={{ add: '1' }}>
          Add one member
        </Link>
      </>
    ),
  },
  {
    name: 'employers',
    title: 'Add employers',
    words: 'For members whose savings and repayments are deducted from their salaries.',
    actions: (main) => (
      <Link needs="deduction.manage" className={main} to="/coop/financial-operations/deductions/employers">
        Add an employer
      </Link>
    ),
  },
  {
    name: 'bank',
    title: 'Name your bank accounts',
    words: 'The bank and number that members pay to by transfer.',
    actions: (main) => (
      <Link
        needs="configuration.update"
        className={main}
        to="/coop/financial-operations/setup"
        search={{ tab: 'banks' }}
      >
        Bank accounts
      </Link>
    ),
  },
  {
    name: 'secondOfficer',
    title: 'Give a second officer a login',
    words: 'What one officer records, another approves. Make a member an admin or the treasurer.',
    actions: (main) => <ChooseMember className={main} />,
  },
  {
    name: 'openingBalances',
    title: 'Bring your opening balances',
    words: 'Savings, shares, loans and the bank from your last balance sheet. Skip it if the society is new.',
    actions: (main) => (
      <Link needs="books.manage" className={main} to="/coop/financial-operations/opening-balances">
        Opening balances
      </Link>
    ),
  },
  {
    name: 'receipt',
    title: 'Record the first contribution',
    words: 'One payment, or a whole month from a list.',
    actions: (main, other) => (
      <>
        <Link
          needs="contribution.post"
          className={main}
          to="/coop/financial-operations/contributions"
          search={{ record: 'new' }}
        >
          Record contribution
        </Link>
        <Link needs="contribution.post" className={other} to="/coop/financial-operations/contributions/import">
          Import month
        </Link>
      </>
    ),
  },
  {
    name: 'person',
    title: 'Say who you are',
    words: 'What you do is then recorded under your own name, not the society’s.',
    actions: (main) => (
      <Link className={main} to="/coop/settings" search={{ tab: 'security' }}>
        Give your name
      </Link>
    ),
  },
]

/** The steps that are done. Who came by the cooperative’s own login says who they are; others log in by name. */
function doneOf(steps: Steps): Readonly<Record<Step['name'], boolean>> {
  const user = session.user()
  const isShared = user?.role === 'coop_admin' && user.memberId === null && user.office === undefined
  return { person: !isShared || user.name !== user.cooperativeName, ...steps }
}

/** The first step that is not done, and how many are; undefined where all are. */
export function nextStep(steps: Steps): { step: Step; done: number; all: number } | undefined {
  const isDone = doneOf(steps)
  const step = all.find(({ name }) => !isDone[name])
  return step && { step, done: all.filter(({ name }) => isDone[name]).length, all: all.length }
}

const hiddenKey = 'first_steps_hidden'

/** What a new cooperative does first, until it is done. Once money comes in it folds up, and can be hidden on this device. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === '1')
  const isDone = doneOf(steps)
  const done = all.filter(({ name }) => isDone[name]).length
  const next = nextStep(steps)?.step.name
  const list = (
    <ol className="first-steps">
      {all.map((step, index) => (
        <StepLine key={step.name} number={index + 1} step={step} done={isDone[step.name]} isNext={step.name === next} />
      ))}
    </ol>
  )
  if (!steps.members || !steps.receipt) {
    return (
      <Card title="Start here" description={`${done} of ${all.length} steps are done.`}>
        {list}
      </Card>
    )
  }
  if (hidden) return null
  return (
    <Fold title="Setting up" note={`${done} of ${all.length} steps are done`}>
      {list}
      <p>
        <Button
          size="small"
          onClick={() => {
            localStorage.setItem(hiddenKey, '1')
            setHidden(true)
          }}
        >
          Hide these steps
        </Button>
      </p>
    </Fold>
  )
}

const small = buttonClass('secondary', 'small')

function StepLine({
  number,
  step: { title, words, actions },
  done,
  isNext,
}: {
  number: number
  step: Step
  done: boolean
  isNext: boolean
}) {
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
        {!done && (
          <div className="row first-steps__actions">
            {isNext ? actions(buttonClass('primary'), buttonClass('secondary')) : actions(small, small)}
          </div>
        )}
      </div>
    </li>
  )
}
