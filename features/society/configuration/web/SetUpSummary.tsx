import { depositInWords } from '#features/society/configuration/rules/type-terms.ts'
import { interestMethodLabels } from '#features/loans/loans/rules/loan.ts'
import { lengthInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { Facts } from '#ui/Facts.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { approvalsNames, approvalsText } from './ApprovalsSelect.tsx'
import { societyKindNames } from './InterestFields.tsx'
import type { Settings, SetUp, SetUpDone } from './api.ts'
import { amountNames, numberNames, type Present } from './draft-api.ts'
import { settingWords } from './SetUpWords.tsx'

/** What was chosen, each setting with what it is now where that differs. */
export function SetUpSummary({ body, present }: { body: SetUp; present: Present }) {
  const told = (value: string, before: string) => (value === before ? value : `${value} (now ${before})`)
  const setting = (name: keyof Settings & keyof SetUp['settings']) => {
    const text = (value: Settings[keyof SetUp['settings'] & keyof Settings] | undefined) =>
      typeof value === 'bigint' ? moneyText(value) : approvalsText(value ?? null)
    return told(text(body.settings[name]), text(present.settings[name]))
  }
  return (
    <div className="stack set-up-summary">
      <h2>This is what you chose</h2>
      <Facts
        items={[
          {
            label: 'Kind of society',
            value: told(societyKindNames[body.societyKind], societyKindNames[present.settings.societyKind]),
          },
        ]}
      />
      <Products title="Members save on" items={body.accountTypes.map((type) => `${type.name}${typeText(type)}`)} />
      <Products title="Members borrow" items={body.loanConfigurations.map(loanText)} />
      <h3>Rules</h3>
      <Facts
        items={[...amountNames, ...numberNames, ...approvalsNames].map((name) => ({
          label: settingWords[name].label,
          value: setting(name),
        }))}
      />
      <p className="muted">
        Money that members already save or borrow stays on the terms it has, and no entry in the books changes. Products
        of the first day that no one uses and you did not tick are retired; they can be offered again at any time.
      </p>
    </div>
  )
}

function Products({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {items.length === 0 ? (
        <p className="muted">Nothing was ticked.</p>
      ) : (
        <ul className="set-up-list">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function typeText({ interest, fixedDeposit, releaseOn }: SetUp['accountTypes'][number]): string {
  if (interest) return `, ${interest.annualRatePercent} % a year`
  if (fixedDeposit) return `, ${depositInWords(fixedDeposit)}`
  return releaseOn ? `, from ${dayText(releaseOn)}` : ''
}

function loanText({
  name,
  annualRatePercent,
  interestMethod,
  instalmentsMax,
  repaidEvery = 'month',
  savingsMultiple,
}: SetUp['loanConfigurations'][number]): string {
  const cost =
    annualRatePercent === 0
      ? 'without interest'
      : `${annualRatePercent} % a year (${interestMethodLabels[interestMethod]})`
  return `${name}: ${cost}, repaid over up to ${lengthInWords(instalmentsMax, repaidEvery)}, ${savingsMultiple} times the savings`
}

/** What the set-up did, for the treasurer to read once. */
export function SetUpOutcome({ done }: { done: SetUpDone }) {
  return (
    <Facts
      items={[
        { label: 'Added', value: done.added.join(', ') },
        { label: 'Changed', value: done.changed.join(', ') },
        { label: 'Stayed as they are', value: done.kept.join(', ') },
        { label: 'Retired', value: done.retired.join(', ') },
      ]}
    />
  )
}
