import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { lazy, useState } from 'react'
import { fieldErrors } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ThirdPartyLinks } from '#ui/parts/ThirdPartyLinks.tsx'
import { toast } from '#ui/toast.ts'
import { whereAfterLogin } from '#ui/session/after-login.ts'
import { LoginFrame } from './LoginFrame.tsx'
import { isOpened, loginProblem, prefix, typedIdentifier, useLoginMember } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

/** The prefix comes back where a phone is emptied, and goes where a membership number is typed after it. */
function withPrefix(text: string): string {
  if (text === '' || prefix.startsWith(text)) return prefix
  return /^\+234[a-z]/i.test(text) ? text.slice(prefix.length) : text
}

export function MemberLoginPage() {
  const [identifier, setIdentifier] = useState(prefix)
  // Most members type digits only, for which a phone shows its number pad.
  const [byNumber, setByNumber] = useState(false)
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(true)
  const navigate = useNavigate()
  const login = useLoginMember()
  const errors = fieldErrors(login.error)
  const problem = login.error && loginProblem(login.error)
  const wrongNumber = byNumber && errors['phoneNumber'] ? strings.enterTheWholeMembershipNumber : undefined

  function submit() {
    login.mutate(
      { phoneNumber: typedIdentifier(identifier), password, keepSignedIn },
      {
        onSuccess: (reply) => {
          if (!isOpened(reply)) return
          const { member, accessToken } = reply
          toast.success(fill(strings.welcomeBackFirstName, { firstName: member.firstName }))
          navigate(whereAfterLogin({ role: 'member', cooperativeId: member.cooperativeId, accessToken }))
        },
      },
    )
  }

  if (login.data && !isOpened(login.data))
    return <SecondStep ticket={login.data.ticket} keep={keepSignedIn} onBack={login.reset} />
  return (
    <LoginFrame
      title={strings.memberLogin2}
      description={strings.seeYourSavingsSharesAnd}
      error={login.error}
      problem={problem && { title: problem.title, text: wrongNumber ?? problem.text }}
      password={password}
      onPassword={setPassword}
      kept={{ checked: keepSignedIn, onChange: setKeepSignedIn }}
      busy={login.isPending}
      onSubmit={submit}
      links={
        <>
          <p>
            {fillElements(strings.firstTimeHere, {
              link: (
                <Link to="/forgot-password" search={{ activate: '1' }}>
                  {strings.activateYourAccount}
                </Link>
              ),
            })}
          </p>
          <p>{fillElements(strings.doYouRunTheCooperative, { link: <Link to="/login">{strings.adminLogin}</Link> })}</p>
          <ThirdPartyLinks
            purpose="login"
            kind="member"
            keep={keepSignedIn}
            words={(name) => fill(strings.continueWith, { name })}
          />
        </>
      }
    >
      <TextField
        label={strings.phoneNumberOrMembershipNumber}
        name="phoneNumber"
        type={byNumber ? 'text' : 'tel'}
        inputMode={byNumber ? 'text' : 'tel'}
        autoComplete="username"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={byNumber ? 'AJO-7K2M9Q/00042' : '+234XXXXXXXXXX'}
        value={identifier}
        onChange={(text) => setIdentifier(byNumber ? text : withPrefix(text))}
        error={wrongNumber ?? errors['phoneNumber']}
      />
      <Button
        look="quiet"
        size="small"
        onClick={() => {
          setByNumber(!byNumber)
          setIdentifier(byNumber ? prefix : 'AJO-')
        }}
      >
        {byNumber ? strings.useMyPhoneNumber : strings.useMyMembershipNumber}
      </Button>
    </LoginFrame>
  )
}
