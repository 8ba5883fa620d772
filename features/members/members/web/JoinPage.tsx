import { Suspense, lazy, useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { applyForMembership, type getJoinPage } from '#features/members/applications/join-pages.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ApiError, sentence } from '#ui/api/api-error.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate, useParams } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useJoinPage } from './join-api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

// Its rarer fields belong to the pages behind the login; the society's name and words need not wait for them.
const JoinForm = lazy(async () => ({ default: (await import('./JoinForm.tsx')).JoinForm }))

type Society = Replied<typeof getJoinPage>

/** The page that a society's code or link leads to: who it is, what joining costs, and the form. */
export function JoinPage() {
  const { code = '' } = useParams()
  const { society, error, again } = useJoinPage(code)
  usePageTitle(society ? fill(strings.joinName, { name: society.name }) : strings.joinASociety)
  if (error) {
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422)
    return (
      <EntryFrame
        title={isUnknown ? strings.noSocietyHasThisCode : strings.failedToLoadThePage}
        description={isUnknown ? strings.askTheSocietysSecretaryFor : sentence(error)}
      >
        {isUnknown ? <OtherCode code={code} /> : <Button onClick={again}>{strings.tryAgain}</Button>}
      </EntryFrame>
    )
  }
  if (!society) {
    return (
      <EntryFrame wide title={strings.joinASociety}>
        <p className="muted">{strings.loading}</p>
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
        label={strings.theSocietysCode}
        name="code"
        placeholder="AJO-7K2M9Q"
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" look="primary" wide>
        {strings.findTheSociety}
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
      title={fill(strings.joinName, { name: society.name })}
      {...(society.isOpen && { description: strings.tellTheSocietyWhoYou })}
    >
      {society.welcome && <p style={{ whiteSpace: 'pre-line' }}>{society.welcome}</p>}
      {society.isOpen ? (
        <Suspense fallback={<p className="muted">{strings.loadingTheForm}</p>}>
          <JoinForm
            society={society}
            busy={apply.isPending}
            error={apply.error}
            onSubmit={(body) => apply.mutate({ code: society.coopId, ...body })}
          />
        </Suspense>
      ) : (
        <Banner tone="info" title={strings.notOpenAtTheMoment}>
          {fill(strings.takesNoApplicationsOnThis, { name: society.name })}
        </Banner>
      )}
      <div className="entry__links">
        <p>{fillElements(strings.alreadyAMember, { link: <Link to="/member-login">{strings.memberLogin}</Link> })}</p>
      </div>
    </EntryFrame>
  )
}

function Received({ name, number }: { name: string; number: string }) {
  return (
    <EntryFrame title={strings.yourApplicationWasReceived} description={fill(strings.itIsNumberKeepIt, { number })}>
      <Banner tone="success" title={fill(strings.hasItNow, { name })}>
        {strings.itsCommitteeDecidesYouGet}
      </Banner>
      <p>
        <a href="/">{strings.aboutAjose}</a>
      </p>
    </EntryFrame>
  )
}
