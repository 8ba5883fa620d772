import { downloadSuspendedBooks } from '#contract/books/suspended-books.ts'
import { PaperButton } from '#web/ui/PaperButton.tsx'

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
    <section className="stack" aria-label="Your books">
      <p>
        Your records are kept. You can still download your books: members’ balances, cash book, trial balance and
        statements, as Excel and CSV files.
      </p>
      <PaperButton
        endpoint={downloadSuspendedBooks}
        input={{ identifier: identifier.trim(), password: password.trim(), ...(code && { code }) }}
        fileName="books.zip"
      >
        Download your books
      </PaperButton>
    </section>
  )
}
