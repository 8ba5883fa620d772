import { Trash2, Users } from 'lucide'
import { type Kobo, subtract, sumKobo, zeroKobo } from '#core/money.ts'
import { type NamedAmount, namedAmountsMax, postMax } from '#features/surplus/appropriation/rules/named-amounts.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { Surplus } from './api.ts'

export type NamedRow = Surplus['officers'][number] & { amount: Kobo | undefined }

/** The rows as a preview and a run are asked with them; undefined while a post or an amount is missing, or they are not yet the line. */
export function wholeLine(rows: readonly NamedRow[], line: Kobo): NamedAmount[] | undefined {
  const named = rows.flatMap(({ memberId, post, amount }) =>
    amount !== undefined && amount > zeroKobo && post.trim() !== '' ? [{ memberId, post: post.trim(), amount }] : [],
  )
  return named.length > 0 && named.length === rows.length && left(rows, line) === zeroKobo ? named : undefined
}

const left = (rows: readonly NamedRow[], line: Kobo) =>
  subtract(line, sumKobo(rows.map(({ amount }) => amount ?? zeroKobo)))

/** Who is paid of a line by name, for which post, and how much. It begins with the officers of the year, and comes to the line. */
export function NamedAmounts({
  line,
  officers,
  rows,
  onChange,
}: {
  line: Kobo
  officers: Surplus['officers']
  rows: readonly NamedRow[]
  onChange: (rows: readonly NamedRow[]) => void
}) {
  const rest = left(rows, line)
  const missing = officers.filter((officer) => !rows.some(({ memberId }) => memberId === officer.memberId))
  const change = (memberId: string, changes: Partial<NamedRow>) =>
    onChange(rows.map((row) => (row.memberId === memberId ? { ...row, ...changes } : row)))
  const add = (added: readonly Surplus['officers'][number][]) =>
    onChange([
      ...rows,
      ...added
        .filter(({ memberId }) => !rows.some((row) => row.memberId === memberId))
        .map((one) => ({ ...one, amount: undefined })),
    ])
  return (
    <section className="stack" aria-label="Amounts by name">
      {rows.map((row) => (
        <fieldset className="row" key={row.memberId}>
          <legend>
            <strong>{row.name}</strong> <MemberNumber membershipno={row.membershipno} />
          </legend>
          <TextField
            label="Post"
            maxLength={postMax}
            value={row.post}
            onChange={(post) => change(row.memberId, { post })}
            error={row.amount !== undefined && row.post.trim() === '' ? 'Enter the post' : undefined}
          />
          <MoneyField
            label="Amount before tax"
            value={row.amount}
            onChange={(amount) => change(row.memberId, { amount })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${row.name}`}
            onClick={() => onChange(rows.filter(({ memberId }) => memberId !== row.memberId))}
          />
        </fieldset>
      ))}
      {missing.length > 0 && (
        <div>
          <Button icon={Users} onClick={() => add(missing)}>
            Add the officers of the year
          </Button>
        </div>
      )}
      {rows.length < namedAmountsMax && (
        <MemberField
          label="Add a member"
          selected={undefined}
          onSelect={(member) =>
            member &&
            add([
              {
                memberId: member.memberid,
                membershipno: member.membershipno,
                name: `${member.firstName} ${member.lastName}`,
                post: '',
              },
            ])
          }
        />
      )}
      <p aria-live="polite">
        {rest < zeroKobo ? 'Too much: ' : rest === zeroKobo ? 'All of the line is given. ' : 'Still to be given: '}
        {rest !== zeroKobo && <MoneyText amount={rest < zeroKobo ? subtract(zeroKobo, rest) : rest} />}
      </p>
    </section>
  )
}
