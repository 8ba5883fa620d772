import { downloadSuspendedBooks } from '#features/accounting/books/suspended-books.ts'
import { PaperButton } from '#ui/PaperButton.tsx'
import * as strings from './strings.ts'

/** What a suspended society's officer can still do at its login. */
export function SuspendedBooks({
  identifier,
  password,
  code,
}: {
  identifier: string
  password: string
  code?: string
}) {
  return (
    <section className="stack" aria-label={strings.yourBooks}>
      <p>{strings.yourRecordsAreKeptYou}</p>
      <PaperButton
        endpoint={downloadSuspendedBooks}
        input={{ identifier: identifier.trim(), password: password.trim(), ...(code && { code }) }}
        fileName="books.zip"
      >
        {strings.downloadYourBooks}
      </PaperButton>
    </section>
  )
}
