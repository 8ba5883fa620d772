import { useQuery } from '@tanstack/react-query'
import type { Parsed } from '#core/contract/endpoint.ts'
import { askForChange } from '#features/members/requests/contract.ts'
import { changedFields, type RequestField, requestFields } from '#features/members/requests/rules/member-request.ts'
import { accountNumberFrom } from '#features/members/members/rules/bank-details.ts'
import { phoneFrom } from '#core/phone.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { BankFields } from '#ui/parts/BankFields.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Fold } from '#ui/Fold.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useEdits } from '#ui/use-edits.ts'
import { AskDrawer } from './AskDrawer.tsx'
import { ownRecordQuery } from './ask-api.ts'
import * as strings from './strings.ts'

type Texts = Record<RequestField, string>

/** The form of a request to change the own record; it begins with what is there. */
export function AskForProfile({ onClose }: { onClose: () => void }) {
  const record = useQuery(ownRecordQuery())
  if (record.data) return <Fields record={record.data} onClose={onClose} />
  return (
    <Drawer open onClose={onClose} title={strings.askForAChange}>
      {record.isError ? (
        <LoadProblem title={strings.failedToGetProfileData} of={record} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

const nextOfKin = requestFields.filter((field) => field.startsWith('nextOfKin'))
const bank = requestFields.filter((field) => field.startsWith('bank'))
const named = ['firstName', 'lastName', 'phone'] as const

function Fields({ record, onClose }: { record: Record<RequestField, string | null>; onClose: () => void }) {
  const ask = useAction(askForChange)
  const { values: texts, edit } = useEdits(
    Object.fromEntries(requestFields.map((field) => [field, record[field] ?? ''])) as Texts,
  )
  const asked = Object.fromEntries(
    requestFields.flatMap((field) =>
      texts[field].trim() === (record[field] ?? '') ? [] : [[field, wireText(field, texts[field].trim())]],
    ),
  )
  const nothing =
    Object.keys(asked).length === 0 ||
    (changedFields(record, asked).length === 0 && !named.some((field) => field in asked))
  const refused = fieldErrors(ask.error)
  const field = (name: RequestField) => ({
    value: texts[name],
    autoComplete: 'off',
    error: refused[`profile.${name}`],
    onChange: (text: string) => {
      edit({ [name]: text })
      if (ask.error) ask.reset()
    },
  })
  const isRefused = (fields: readonly RequestField[]) => fields.some((name) => refused[`profile.${name}`] !== undefined)
  return (
    <AskDrawer
      title={strings.askForAChange}
      ask={ask}
      fields={requestFields.map((name) => `profile.${name}`)}
      missing={nothing}
      change={{ profile: asked } as Omit<Parsed<typeof askForChange>, 'note'>}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {tried && nothing && (
            <Banner tone="danger" title={strings.noChanges}>
              {strings.changeWhatIsWrongThen}
            </Banner>
          )}
          <TextField label={strings.address} optional {...field('address')} />
          <TextField label={strings.email} optional type="email" {...field('email')} />
          <TextField
            label={strings.otherPhone}
            optional
            type="tel"
            inputMode="tel"
            hint={strings.aSecondNumberToCall}
            {...field('otherPhone')}
          />
          <div className="columns">
            <TextField label={strings.maritalStatus} {...field('maritalStatus')} />
            <TextField label={strings.employment} {...field('employmentStatus')} />
          </div>
          <Fold title={strings.nextOfKin} open={isRefused(nextOfKin)}>
            <div className="columns">
              <TextField label={strings.firstNameOfNextOf} optional {...field('nextOfKinFirstName')} />
              <TextField label={strings.lastNameOfNextOf} optional {...field('nextOfKinLastName')} />
            </div>
            <div className="columns">
              <TextField
                label={strings.phoneOfNextOfKin}
                optional
                type="tel"
                inputMode="tel"
                {...field('nextOfKinPhone')}
              />
              <TextField
                label={strings.relationship}
                optional
                placeholder={strings.wifeBrotherDaughter}
                {...field('nextOfKinRelationship')}
              />
            </div>
            <TextField label={strings.emailOfNextOfKin} optional type="email" {...field('nextOfKinEmail')} />
            <TextField label={strings.addressOfNextOfKin} optional {...field('nextOfKinAddress')} />
          </Fold>
          <Fold title={strings.bankDetails} note={strings.whereYouArePaid} open={isRefused(bank)}>
            <BankFields
              bankName={field('bankName')}
              accountNumber={field('bankAccountNumber')}
              accountName={field('bankAccountName')}
            />
          </Fold>
          <Fold title={strings.nameAndPhone} note={strings.bringAPaper} open={isRefused(named)}>
            <p className="muted">{strings.anOfficerLooksAtA}</p>
            <div className="columns">
              <TextField label={strings.firstName} {...field('firstName')} />
              <TextField label={strings.lastName} {...field('lastName')} />
            </div>
            <TextField
              label={strings.phoneNumber}
              type="tel"
              inputMode="tel"
              hint={strings.youLogInWithThis}
              {...field('phone')}
            />
          </Fold>
        </>
      )}
    </AskDrawer>
  )
}

/** A phone in the form in which it is kept, where it is one; an emptied field is sent as nothing. */
function wireText(field: RequestField, text: string): string | null {
  if (text === '') return named.some((name) => name === field) ? '' : null
  if (field === 'bankAccountNumber') return accountNumberFrom(text)
  return field === 'phone' || field === 'otherPhone' ? (phoneFrom(text) ?? text) : text
}
