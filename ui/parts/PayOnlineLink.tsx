import { useQuery } from '@tanstack/react-query'
import { getPaymentOffer } from '#features/payments/online-payments/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import * as strings from './strings.ts'

/** The way to pay online, where the society takes it. */
export function PayOnlineLink() {
  const { data } = useQuery(query(getPaymentOffer, {}))
  if (!data?.isOn) return null
  return (
    <Link to="/member/pay" className={buttonClass('primary')}>
      {strings.payOnline}
    </Link>
  )
}
