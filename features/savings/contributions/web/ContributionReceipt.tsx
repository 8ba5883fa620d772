import { Link } from '#ui/router/Link.tsx'
import { CircleCheck, MessageCircle, Printer } from 'lucide'
import { useCurrentUser } from '#ui/session/session.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { whatsAppLink } from '#ui/PhoneLinks.tsx'
import { dayText, moneyText, periodName } from '#ui/format.ts'
import './ContributionReceipt.css'
import type { Receipt, Payer } from './api.ts'

/** Proof of a payment that has just been recorded, to print or to send. */
export function ContributionReceipt({
  receipt,
  payer,
  account,
  onClose,
  onAnother,
}: {
  receipt: Receipt
  payer: Payer
  account: string
  onClose: () => void
  onAnother: () => void
}) {
  const { cooperativeName } = useCurrentUser()
  const name = `${payer.firstName} ${payer.lastName}`
  const message = `${cooperativeName}: received ${moneyText(receipt.amount)} from ${name} on ${dayText(receipt.occurredOn)} for ${periodName(receipt.period)}, into ${account}. Receipt ${receipt.receiptNumber}.`
  return (
    <Drawer
      open
      onClose={onClose}
      title="Contribution recorded"
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button look="primary" onClick={onAnother} data-autofocus>
            Record another
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="receipt">
          <header className="receipt__head" role="status">
            <p className="receipt__cooperative">{cooperativeName}</p>
            <p className="receipt__amount">
              <MoneyText amount={receipt.amount} />
            </p>
            <p className="receipt__done">
              <Icon of={CircleCheck} size={18} /> Received from {name}
            </p>
          </header>
          <Facts
            items={[
              { label: 'Receipt number', value: <span className="number">{receipt.receiptNumber}</span> },
              { label: 'Member', value: `${name}, ${payer.membershipno}` },
              { label: 'Into', value: account },
              { label: 'Paid to', value: receipt.paidThrough },
              { label: 'For the month', value: periodName(receipt.period) },
              { label: 'Date paid', value: <DateText on={receipt.occurredOn} /> },
              { label: 'Entry', value: <span className="number">No. {receipt.entryNumber}</span> },
            ]}
          />
        </div>
        <div className="row">
          {payer.phone !== null && (
            <a
              className={buttonClass('secondary')}
              href={whatsAppLink(payer.phone, message)}
              target="_blank"
              rel="noreferrer"
            >
              <Icon of={MessageCircle} />
              Send on WhatsApp
            </a>
          )}
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
          <Link className={buttonClass('quiet')} to="/coop/member/$memberId" params={{ memberId: payer.memberid }}>
            Open member
          </Link>
        </div>
      </div>
    </Drawer>
  )
}
