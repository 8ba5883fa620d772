import { useEffect } from 'react'
import { rememberPaymentCode } from '#web/session/after-login.ts'
import { Link } from '#web/router/Link.tsx'
import { useParams } from '#web/router/place.ts'
import { SendTo } from '#web/router/SendTo.tsx'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
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
