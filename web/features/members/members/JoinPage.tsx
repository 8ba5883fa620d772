import { Suspense, lazy, useState } from 'react'
import type { Replied } from '#contract/endpoint.ts'
import { applyForMembership, type getJoinPage } from '#contract/members/join-pages.ts'
import { useAction } from '#web/api/use-action.ts'
import { ApiError, sentence } from '#web/api/api-error.ts'
import { Link } from '#web/router/Link.tsx'
import { useNavigate, useParams } from '#web/router/place.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { useJoinPage } from './join-api.ts'

// Its rarer fields belong to the pages behind the login; the society's name and words need not wait for them.
const JoinForm = lazy(async () => ({ default: (await import('./JoinForm.tsx')).JoinForm }))

type Society = Replied<typeof getJoinPage>

/** The page that a society's code or link leads to: who it is, what joining costs, and the form. */
export function JoinPage() {
  const { code = '' } = useParams()
  const { society, error, again } = useJoinPage(code)
  usePageTitle(society ? `Join ${society.name}` : 'Join a society')
  if (error) {
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422)
    return (
      <EntryFrame
        title={isUnknown ? 'No society has this code' : 'Failed to load the page'}
        description={isUnknown ? 'Ask the society’s secretary for its code, and type it here.' : sentence(error)}
      >
        {isUnknown ? <OtherCode code={code} /> : <Button onClick={again}>Try again</Button>}
      </EntryFrame>
    )
  }
  if (!society) {
    return (
      <EntryFrame wide title="Join a society">
        <p className="muted">Loading …</p>
      </EntryFrame>
    )
  }
  return <Application key={society.coopId} society={society} />
}

function OtherCode({ code }: { code: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(code)
  return (
    <Form
      className="stack"
      onSubmit={() =>
        typed.trim() !== '' &&
        navigate({ to: '/join/$code', params: { code: typed.trim().toUpperCase() }, replace: true })
      }
    >
      <TextField
        label="The society’s code"
        name="code"
        placeholder="AJO-7K2M9Q"
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" look="primary" wide>
        Find the society
      </Button>
    </Form>
  )
}

function Application({ society }: { society: Society }) {
  const apply = useAction(applyForMembership)
  if (apply.data) return <Received name={society.name} number={apply.data.number} />
  return (
    <EntryFrame
      wide
      title={`Join ${society.name}`}
      {...(society.isOpen && {
        description: 'Tell the society who you are. Its committee decides and answers on your phone.',
      })}
    >
      {society.welcome && <p style={{ whiteSpace: 'pre-line' }}>{society.welcome}</p>}
      {society.isOpen ? (
        <Suspense fallback={<p className="muted">Loading the form …</p>}>
          <JoinForm
            society={society}
            busy={apply.isPending}
            error={apply.error}
            onSubmit={(body) => apply.mutate({ code: society.coopId, ...body })}
          />
        </Suspense>
      ) : (
        <Banner tone="info" title="Not open at the moment">
          {society.name} takes no applications on this page now. Ask its secretary.
        </Banner>
      )}
      <div className="entry__links">
        <p>
          Already a member? <Link to="/member-login">Member login</Link>
        </p>
      </div>
    </EntryFrame>
  )
}

function Received({ name, number }: { name: string; number: string }) {
  return (
    <EntryFrame title="Your application was received" description={`It is number ${number}. Keep it for questions.`}>
      <Banner tone="success" title={`${name} has it now`}>
        Its committee decides. You get an SMS: with a code that opens your own pages if you are admitted, or with the
        reason if not. No one asks you for a password or a payment before.
      </Banner>
      <p>
        <a href="/">About Ajose</a>
      </p>
    </EntryFrame>
  )
}
