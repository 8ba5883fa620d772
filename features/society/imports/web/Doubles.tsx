import { Undo2, UserCheck } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import type { ImportChanges, ImportRow } from './api.ts'
import './Doubles.css'

type Double = ImportRow['doubles'][number]

const whys: Record<Double['why'], string> = {
  phone: 'same phone',
  name: 'a name that reads alike',
  birth: 'same birthday, one name the same',
}

/** Who the person of a row may be already, and the officer's word that it is another or that they share a phone. */
export function Doubles({ row, save }: { row: ImportRow; save: (changes: ImportChanges) => void }) {
  if (!asksWho(row)) return null
  return (
    <div className="import-doubles">
      {row.doubles.length > 0 && <Who row={row} save={save} />}
      <SharedPhone row={row} save={save} />
    </div>
  )
}

/** Whether there is anything to say of who the person of a row is. */
export function asksWho({ skipped, doubles, problems, sharesPhone }: ImportRow): boolean {
  return !skipped && (doubles.length > 0 || sharesPhone || problems.some(({ isSamePhone }) => isSamePhone))
}

function SharedPhone({
  row: { number, sharesPhone, problems },
  save,
}: {
  row: ImportRow
  save: (changes: ImportChanges) => void
}) {
  if (sharesPhone) {
    return (
      <p className="import-doubles__said">
        They share this phone
        <Button
          size="small"
          icon={Undo2}
          aria-label={`Row ${number} does not share its phone`}
          onClick={() => save({ unsharePhone: [number] })}
        >
          Undo
        </Button>
      </p>
    )
  }
  if (!problems.some(({ isSamePhone }) => isSamePhone)) return null
  return (
    <Button
      size="small"
      className="import-skip"
      aria-label={`Row ${number} shares its phone`}
      onClick={() => save({ sharePhone: [number] })}
    >
      They share this phone
    </Button>
  )
}

function Who({ row, save }: { row: ImportRow; save: (changes: ImportChanges) => void }) {
  return (
    <>
      <ul aria-label={`Who row ${row.number} may be`}>
        {row.doubles.map((double) => (
          <li key={double.member?.memberId ?? double.row}>
            <Somebody double={double} />
          </li>
        ))}
      </ul>
      {row.isAnother ? (
        <p className="import-doubles__said">
          Another person
          <Button
            size="small"
            icon={Undo2}
            aria-label={`Row ${row.number} may be the same person after all`}
            onClick={() => save({ doubt: [row.number] })}
          >
            Undo
          </Button>
        </p>
      ) : (
        // Where the phone is taken, they share it or it is wrong; saying that it is another person does not help.
        row.problems.length === 0 && (
          <Button
            size="small"
            className="import-skip"
            icon={UserCheck}
            aria-label={`Row ${row.number} is another person`}
            onClick={() => save({ another: [row.number] })}
          >
            Another person
          </Button>
        )
      )}
    </>
  )
}

function Somebody({ double: { member, row, why } }: { double: Double }) {
  if (!member) {
    return (
      <>
        Row {row} of this file
        <span className="import-doubles__why">{whys[why]}</span>
      </>
    )
  }
  return (
    <>
      <Link to="/coop/member/$memberId" params={{ memberId: member.memberId }}>
        {member.name}
      </Link>{' '}
      <span className="number">{member.membershipno.split('/').at(-1)}</span>
      <span className="import-doubles__why">
        {phoneText(member.phone)} · joined <DateText on={member.registrationDate} />
        {member.status === 'active' ? '' : ` · ${member.status}`} · {whys[why]}
      </span>
    </>
  )
}
