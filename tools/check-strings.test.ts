import { expect, test } from 'vitest'
import { checkedModules, reachedModules, stringComplaints } from './check-strings.ts'

test('each sentence outside the catalogue is named with its file and its line', () => {
  const planted = `
    export function Planted({ amount, isLate }: { amount: string; isLate: boolean }) {
      toast.success(\`You paid \${amount}\`)
      return (
        <Card title="Your loan" className="card card--wide" look="primary">
          <p>Nothing is due.</p>
          {isLate ? 'Pay at the office' : strings.paid}
          <Fact label={\`of \${amount} paid out\`} />
        </Card>
      )
    }
    const names = { paid: 'Paid', key: 'paid' }
  `
  expect(stringComplaints('features/loans/loans/web/Planted.tsx', planted)).toEqual([
    'features/loans/loans/web/Planted.tsx:3: “You paid …”',
    'features/loans/loans/web/Planted.tsx:5: “Your loan”',
    'features/loans/loans/web/Planted.tsx:6: “Nothing is due.”',
    'features/loans/loans/web/Planted.tsx:7: “Pay at the office”',
    'features/loans/loans/web/Planted.tsx:8: “of … paid out”',
    'features/loans/loans/web/Planted.tsx:12: “Paid”',
  ])
})

test('what t says is in the catalogues, both of a choice; what it is given is not', () => {
  const said = `
    export const line = (isLate: boolean, day: string) =>
      t(isLate ? 'You are late.' : 'You are on time.') + t('Due on {day}.', { day: isLate ? 'A day before today' : day })
    const names = { left: said('Has left') }
  `
  expect(stringComplaints('features/loans/loans/web/Said.tsx', said)).toEqual([
    'features/loans/loans/web/Said.tsx:3: “A day before today”',
  ])
})

test('names of classes, keys, files, events and what is compared are no sentences', () => {
  const plain = `
    import { listLoans } from '#features/loans/loans/contract.ts'
    export function Plain({ event, id, status }: Plain) {
      if (event.key === 'Escape' || status === 'Paid') throw new Error('A loan without a schedule')
      return <a className={\`row row--\${status}\`} href="/member/loans" data-state="to be read">{fill(strings.due, { id: \`loan:\${id}\` })}</a>
    }
  `
  expect(stringComplaints('features/loans/loans/web/Plain.tsx', plain)).toEqual([])
})

test('a member’s pages, what they open later and the pages before login are read; officers’ pages are not', () => {
  const modules = reachedModules(`${import.meta.dirname}/..`)
  expect(modules).toEqual(
    expect.arrayContaining([
      'features/loans/loans/web/OwnLoansPage.tsx',
      'features/loans/loans/web/PayOffEarly.tsx',
      'features/members/members/web/JoinPage.tsx',
      'features/access/login/web/MemberLoginPage.tsx',
      'ui/Dialog.tsx',
    ]),
  )
  expect(modules).not.toContain('features/accounting/books/web/EntryPage.tsx')
})

test('a sentence planted in the contract, the domain or a message is named; the API document and statements are not', () => {
  expect(
    stringComplaints(
      'features/access/login/planted.ts',
      `export const planted = endpoint({
        summary: 'Sets a new password.',
        body: z.strictObject({ code: requiredText('Enter the code', 6) }),
        response: { status: 200, message: 'Password set' },
      })`,
    ),
  ).toEqual(['features/access/login/planted.ts:3: “Enter the code”'])
  expect(
    stringComplaints(
      'features/loans/loans/server/planted.ts',
      `log.warn({ id }, 'the provider did not answer')
      const rows = sql\`select message from \${sql\`app.note where kind = \${kind}\`}\`
      notifyMembers(tx, cooperativeId, [{ memberId, message: \`Your \${loan} loan was approved.\` }])`,
    ),
  ).toEqual(['features/loans/loans/server/planted.ts:3: “Your … loan was approved.”'])
  expect(
    stringComplaints(
      'app/jobs/planted.ts',
      `await tx.run(sql\`insert into app.notification (type, message) select 'warning', 'The trial of ' || name || ' has ended.' from ended\`)
      await tx.run(sql\`insert into app.note (kind) values ('sent by hand')\`)`,
    ),
  ).toEqual(['app/jobs/planted.ts:1: “The trial of”', 'app/jobs/planted.ts:1: “has ended.”'])
  expect(
    stringComplaints('features/loans/loans/rules/planted.ts', `const names = labelled({ draft: 'Draft' })`),
  ).toEqual(['features/loans/loans/rules/planted.ts:1: “Draft”'])
})

test('what those pages load of domain and contract is checked, and what writes messages', () => {
  const modules = checkedModules(`${import.meta.dirname}/..`)
  expect(modules).toEqual(
    expect.arrayContaining([
      'features/access/login/contract.ts',
      'core/contract/fields.ts',
      'features/access/login/rules/sms-texts.ts',
      'features/loans/loans/rules/loan.ts',
      'core/privacy-notice.ts',
      'features/loans/loans/server/actions.ts',
      'features/access/push/server/actions.ts',
      'features/savings/interest/server/actions.ts',
      'features/platform-admin/cooperatives/server/notify-cooperative.ts',
      'features/payroll/returns/server/writes.ts',
      'platform/jobs/anchor-books.ts',
      'platform/jobs/remind-of-trials.ts',
    ]),
  )
  expect(modules).not.toContain('features/accounting/books/server/actions.ts')
})
