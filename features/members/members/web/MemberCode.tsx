import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { hrefOf } from '#web/router/paths.ts'
import { fill } from '#domain/fill.ts'
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
