import { DateText } from '#ui/DateText.tsx'
import { Card } from '#ui/Card.tsx'
import type { NamelessEnquiry } from './api.ts'
import './Thread.css'

/** What was written, the oldest first. */
export function Thread({ enquiry: { messages, askedBy } }: { enquiry: NamelessEnquiry }) {
  return (
    <Card>
      <ol className="thread">
        {messages.map(({ isAnswer, author, text, writtenAt }, place) => (
          <li key={place} className={isAnswer ? 'thread__answer' : undefined}>
            <p className="muted">
              <strong>{author ?? 'Without a name'}</strong>
              {isAnswer ? ', officer' : ''} · <DateText on={writtenAt} time={askedBy !== null || isAnswer} />
            </p>
            <p className="thread__text">{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
