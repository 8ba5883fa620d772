import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { PhoneLinks } from '#ui/PhoneLinks.tsx'
import type { Employer } from './api.ts'

/** Its account in the books, and whom to call there. */
export function EmployerDetails({ employer }: { employer: Employer }) {
  return (
    <Card>
      <Facts
        items={[
          { label: 'Account in the books', value: <span className="number">{employer.accountCode}</span> },
          { label: 'Contact', value: employer.contactName },
          {
            label: 'Phone',
            value: employer.contactPhone && (
              <PhoneLinks phone={employer.contactPhone} name={employer.contactName ?? employer.name} />
            ),
          },
          {
            label: 'Email',
            value: employer.contactEmail && <a href={`mailto:${employer.contactEmail}`}>{employer.contactEmail}</a>,
          },
        ]}
      />
    </Card>
  )
}
