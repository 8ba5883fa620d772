import { CopyButton } from '#ui/CopyButton.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { hrefOf } from '#ui/router/paths.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** A member's payment link, as a code to scan and to copy. It holds the member's identifier and opens nothing without a login. */
export function MemberCode({ memberId, name }: { memberId: string; name: string }) {
  const link = `${location.origin}${hrefOf({ to: '/payer/$memberId', params: { memberId } })}`
  return (
    <div className="stack">
      <QrCode text={link} label={fill(strings.paymentCodeOf, { name })} />
      <p>
        <CopyButton text={link} label={strings.copyPaymentLink} />
      </p>
    </div>
  )
}
