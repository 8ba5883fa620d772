import { useEffect } from 'react'
import { rememberPaymentCode } from '#ui/session/after-login.ts'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { SendTo } from '#ui/router/SendTo.tsx'
import { useSession } from '#ui/session/session.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import * as strings from './strings.ts'

/** Where a member's payment code leads: an officer to the form for a contribution of that member, a member to their own payments. */
export function PayerPage() {
  usePageTitle(strings.paymentCode)
  const { memberId = '' } = useParams()
  const user = useSession()
  useEffect(() => {
    if (!user) rememberPaymentCode(memberId)
  }, [user, memberId])
  if (user?.role === 'coop_admin')
    return <SendTo to="/coop/financial-operations/contributions" search={{ record: memberId }} />
  if (user?.role === 'member') return <SendTo to="/member/pay" />
  return (
    <EntryFrame title={strings.paymentCode} description={strings.logInToGoOn}>
      <div className="stack">
        <Link to="/member-login" className={buttonClass('primary')}>
          {strings.memberLogin}
        </Link>
        <Link to="/login" className={buttonClass('secondary')}>
          {strings.loginForOfficers}
        </Link>
      </div>
    </EntryFrame>
  )
}
