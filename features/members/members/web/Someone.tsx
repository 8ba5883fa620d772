import { Facts } from '#ui/Facts.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import * as strings from './strings.ts'

/** Somebody beside the member: name and how to reach them. */
export function Someone({
  title,
  name,
  relationship,
  phone,
  email,
  address,
}: {
  title: string
  name: readonly (string | null)[]
  relationship: string | null
  phone: string | null
  email: string | null
  address: string | null
}) {
  const fullName = name.filter(Boolean).join(' ')
  const isEmpty = [fullName, relationship, phone, email, address].every((one) => !one)
  return (
    <section>
      <h2>{title}</h2>
      {isEmpty ? (
        <p className="muted">{strings.notGivenYet}</p>
      ) : (
        <Facts
          items={[
            { label: strings.name, value: fullName },
            { label: strings.relationship, value: relationship && sentenceCase(relationship) },
            {
              label: strings.phone,
              value: phone && (
                <a className="number" href={`tel:${phone}`}>
                  {phoneText(phone)}
                </a>
              ),
            },
            { label: strings.email, value: email },
            { label: strings.address, value: address },
          ]}
        />
      )}
    </section>
  )
}

export function sentenceCase(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
